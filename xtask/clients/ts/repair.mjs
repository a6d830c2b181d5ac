// Mends a refused call from the refusal alone: what a model would do that knows what it wants (GAT-6).

/** The arguments with everything mended that this refusal speaks of, and nothing else. */
export function repair(args, refusal, intent) {
  const mended = structuredClone(args);
  const data = mended.data;
  switch (refusal.error) {
    case 'unknown_arguments': {
      const meant = new Map((refusal.did_you_mean ?? []).map(entry => [entry.key, entry.names[0]]));
      for (const key of refusal.unknown) {
        const value = mended[key];
        delete mended[key];
        if (refusal.misplaced?.includes(key)) (mended.data ??= {})[key] = value;
        else if (meant.has(key)) mended[meant.get(key)] ??= value;
      }
      break;
    }
    case 'invalid_argument_type':
      for (const { argument } of refusal.invalid) {
        mended[argument] = argument === 'action' ? chosen(refusal, intent) : structuredClone(intent[argument]);
      }
      break;
    case 'missing_action':
      mended.action = chosen(refusal, intent);
      break;
    case 'unknown_action':
      mended.action = refusal.did_you_mean?.[0] ?? chosen(refusal, intent);
      break;
    case 'missing_required_fields':
      for (const name of refusal.missing) (mended.data ??= {})[name] = structuredClone(intent.data[name]);
      break;
    case 'missing_required_group': {
      const group = refusal.required_one_of.find(group => group.every(name => name in intent.data));
      for (const name of group) data[name] = structuredClone(intent.data[name]);
      break;
    }
    case 'unknown_params': {
      const meant = new Map((refusal.did_you_mean ?? []).map(entry => [entry.path, entry.names[0]]));
      for (const path of refusal.unknown) {
        const holder = pointed(data, parent(path));
        const key = unescaped(path.slice(parent(path).length + 1));
        const value = holder[key];
        delete holder[key];
        if (meant.has(path)) holder[meant.get(path)] = value;
      }
      break;
    }
    case 'invalid_values':
      for (const { path } of refusal.invalid) {
        const holder = pointed(data, parent(path));
        holder[unescaped(path.slice(parent(path).length + 1))] = structuredClone(pointed(intent.data, path));
      }
      break;
    default:
      throw new Error(`no gate says ${refusal.error}`);
  }
  return mended;
}

/** The action that was meant, if the refusal offers it. */
function chosen(refusal, intent) {
  if (!refusal.valid_actions.includes(intent.action)) {
    throw new Error(`${intent.action} is not among ${refusal.valid_actions}`);
  }
  return intent.action;
}

/** What a JSON Pointer (RFC 6901) leads to. */
export function pointed(value, pointer) {
  return pointer.split('/').slice(1).reduce((holder, key) => holder[unescaped(key)], value);
}

function parent(pointer) {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function unescaped(key) {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

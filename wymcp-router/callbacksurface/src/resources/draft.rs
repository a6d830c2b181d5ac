//! Resources on their way into a mount.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::Arc;

use wymcp_bound::json;

use super::resource::Body;
use super::set::{Read, RegisteredResource, RegisteredTemplate, ResourceSet};
use super::{Resource, ResourceTemplate, Resources, ServedResources};
use crate::Offence;
use crate::listing::Mounted;
use crate::offence::code;

type Place = &'static Location<'static>;

/// What a mount's builder collects; every mistake is found when the set is built (ACT-11).
#[derive(Default)]
pub struct ResourceDrafts {
    resources: Vec<(Resource, Place)>,
    templates: Vec<(ResourceTemplate, Place)>,
    providers: Vec<(Arc<dyn ServedResources>, Place)>,
}

impl ResourceDrafts {
    /// Add a resource with its contents or handler.
    #[track_caller]
    pub fn resource(&mut self, resource: Resource) {
        self.resources.push((resource, Location::caller()));
    }

    /// Add a template with its handler.
    #[track_caller]
    pub fn template(&mut self, template: ResourceTemplate) {
        self.templates.push((template, Location::caller()));
    }

    /// Add a provider.
    #[track_caller]
    pub fn provider(&mut self, provider: impl Resources) {
        self.providers.push((Arc::new(provider), Location::caller()));
    }

    /// Check everything and serialise what is stored.
    ///
    /// # Errors
    /// Every offence, in the order of mounting: resources, templates, the providers' templates.
    pub fn build(self, keeps_order: bool) -> Result<ResourceSet, Vec<Offence>> {
        let mut found = Vec::new();
        let resources = self.check_resources(&mut found);
        let mut templates = Templates::default();
        for (index, (template, place)) in self.templates.into_iter().enumerate() {
            let at = format!("/resource_templates/{index}");
            templates.add(template, None, &at, place, &mut found);
        }
        for (index, (provider, place)) in self.providers.iter().enumerate() {
            for (nth, template) in provider.templates().into_iter().enumerate() {
                let at = format!("/resource_providers/{index}/templates/{nth}");
                templates.add(template, Some(index), &at, place, &mut found);
            }
        }
        if !found.is_empty() {
            return Err(found);
        }
        Ok(ResourceSet {
            resources: Mounted::new(resources, keeps_order),
            asked: templates.checked.iter().map(|(key, _)| Arc::clone(key)).collect(),
            templates: Mounted::new(templates.checked, keeps_order),
            providers: self.providers.into_iter().map(|(provider, _)| provider).collect(),
        })
    }

    fn check_resources(&self, found: &mut Vec<Offence>) -> Vec<(Arc<str>, RegisteredResource)> {
        let mut seen: BTreeMap<&str, Place> = BTreeMap::new();
        let mut checked = Vec::new();
        for (index, (resource, place)) in self.resources.iter().enumerate() {
            let at = format!("/resources/{index}");
            let mut offences = resource.offences();
            if let Some(first) = seen.get(resource.uri.as_str()) {
                offences.push(
                    Offence::new(
                        code::DUPLICATE_RESOURCE,
                        format!("`{}` is mounted already, at {first}", wymcp_bound::echo(&resource.uri)),
                    )
                    .at("/uri")
                    .wants("a URI of its own")
                    .mended_by("change one of the two"),
                );
            }
            seen.entry(&resource.uri).or_insert(place);
            let read = match &resource.body {
                Body::Stored(contents) if contents.is_unsendable() => {
                    offences.push(
                        Offence::new(
                            code::INVALID_META,
                            "`_meta` of the contents is no object, or nests too deep",
                        )
                        .mended_by("flatten it"),
                    );
                    None
                }
                Body::Stored(contents) => Some(Read::Stored(
                    contents.to_json(&resource.uri, resource.mime_type.as_deref()),
                )),
                Body::Handler(handler) => Some(Read::Handler(Arc::clone(handler), resource.mime_type.clone())),
                Body::Nothing => {
                    offences.push(missing_handler("resource"));
                    None
                }
            };
            if let (true, Some(read)) = (offences.is_empty(), read) {
                let mut definition = String::new();
                json::write_object(&mut definition, &resource.definition());
                checked.push((resource.uri.as_str().into(), RegisteredResource { definition, read }));
            }
            found.extend(offences.into_iter().map(|offence| placed(offence, &at, place)));
        }
        checked
    }
}

/// Templates that passed, in the order in which they are asked.
#[derive(Default)]
struct Templates {
    checked: Vec<(Arc<str>, RegisteredTemplate)>,
    seen: BTreeMap<String, Place>,
}

impl Templates {
    fn add(
        &mut self,
        template: ResourceTemplate,
        provider: Option<usize>,
        at: &str,
        place: Place,
        found: &mut Vec<Offence>,
    ) {
        let (mut offences, pattern) = match template.check() {
            Ok(pattern) => (Vec::new(), Some(pattern)),
            Err(offences) => (offences, None),
        };
        if let Some(first) = self.seen.get(&template.template) {
            offences.push(
                Offence::new(
                    code::DUPLICATE_RESOURCE_TEMPLATE,
                    format!(
                        "`{}` is mounted already, at {first}",
                        wymcp_bound::echo(&template.template)
                    ),
                )
                .at("/uriTemplate")
                .wants("a template of its own")
                .mended_by("change one of the two"),
            );
        }
        self.seen.entry(template.template.clone()).or_insert(place);
        if template.handler.is_none() && provider.is_none() {
            offences.push(missing_handler("template"));
        }
        if let (true, Some(pattern)) = (offences.is_empty(), pattern) {
            let mut definition = String::new();
            json::write_object(&mut definition, &template.definition());
            let registered = RegisteredTemplate {
                definition,
                pattern,
                mime_type: template.mime_type,
                completers: template.completers,
                handler: template.handler,
                provider,
            };
            self.checked.push((template.template.into(), registered));
        }
        found.extend(offences.into_iter().map(|offence| placed(offence, at, place)));
    }
}

fn missing_handler(what: &str) -> Offence {
    Offence::new(code::MISSING_HANDLER, format!("nothing reads this {what}"))
        .wants("a handler")
        .mended_by("give it one with `handler`, or let a `Resources` provider serve it")
}

fn placed(offence: Offence, at: &str, place: Place) -> Offence {
    let pointer = format!("{at}{}", offence.pointer());
    offence.at(pointer).declared_at(Some(place))
}

impl std::fmt::Debug for ResourceDrafts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResourceDrafts")
            .field("resources", &self.resources.len())
            .field("templates", &self.templates.len())
            .field("providers", &self.providers.len())
            .finish()
    }
}

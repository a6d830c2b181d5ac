//! What is sensitive, and whether anybody judges its calls (DEF-4).

use super::subject::Subject;
use super::{Finding, Report};

pub(super) fn examine(subject: &Subject<'_>, has_policy: bool, report: &mut Report) {
    if has_policy || !subject.is_sensitive() {
        return;
    }
    report.push(
        subject.found(
            Finding::doubtful(
                "sensitive_without_policy",
                "it is sensitive, and the mount has no policy that judges its calls",
            )
            .mended_by("give the mount a `policy`, or take the mark away if the operation harms nothing"),
        ),
    );
}

//! Whether references to groups can be evaluated. ECMA-262 forgets what the groups of a repetition
//! have captured whenever it begins anew; the engine here remembers.

use std::collections::HashMap;

use super::Refusal;
use super::tree::Node;

/// Where a part stands.
#[derive(Debug, Clone, Default)]
struct Site {
    /// The repetitions around it, outermost first.
    loops: Vec<usize>,
    /// The negative look-arounds around it.
    denied: Vec<usize>,
    /// Whether text is read backwards there.
    backwards: bool,
    /// Whether it may be passed over in a round of some repetition around it.
    skippable: bool,
}

#[derive(Debug)]
struct Group {
    site: Site,
    /// How many parts were met when it was closed.
    end: usize,
}

#[derive(Debug, Default)]
struct Walk {
    met: usize,
    groups: HashMap<usize, Group>,
    references: Vec<(usize, usize, Site)>,
}

/// Refuses references whose meaning the engine here does not know.
pub(super) fn check(node: &Node) -> Result<(), Refusal> {
    let mut walk = Walk::default();
    walk.visit(node, &Site::default());
    for (number, at, site) in &walk.references {
        let Some(group) = walk.groups.get(number) else {
            continue;
        };
        let shared = group.site.loops.iter().any(|it| site.loops.contains(it));
        let is_ahead = *at < group.end;
        let outside = group.site.denied.iter().any(|it| !site.denied.contains(it));
        if group.site.backwards
            || site.backwards
            || group.site.skippable
            || outside
            || is_ahead && shared
        {
            return Err(Refusal::Unusable(format!(
                "it refers back to group {number}, which a repetition may have left or a \
                 look-around hidden"
            )));
        }
    }
    Ok(())
}

impl Walk {
    fn visit(&mut self, node: &Node, site: &Site) {
        self.met += 1;
        match node {
            Node::Capture(number, inner) => {
                self.visit(inner, site);
                self.met += 1;
                let group = Group {
                    site: site.clone(),
                    end: self.met,
                };
                self.groups.insert(*number, group);
            }
            Node::Back(number) => self.references.push((*number, self.met, site.clone())),
            Node::Case { inner, .. } => self.visit(inner, site),
            Node::Look {
                behind,
                negated,
                inner,
            } => {
                let mut inside = site.clone();
                inside.backwards |= behind;
                if *negated {
                    inside.denied.push(self.met);
                }
                self.visit(inner, &inside);
            }
            Node::Repeat {
                inner, min, max, ..
            } => {
                let mut inside = site.clone();
                inside.skippable |= *min == 0 && !site.loops.is_empty();
                if *max != Some(1) {
                    inside.loops.push(self.met);
                }
                self.visit(inner, &inside);
            }
            Node::All(parts) => parts.iter().for_each(|it| self.visit(it, site)),
            Node::Either(branches) => {
                let mut inside = site.clone();
                inside.skippable |= !site.loops.is_empty();
                branches.iter().for_each(|it| self.visit(it, &inside));
            }
            _ => {}
        }
    }
}

//! How deep types are inside one another.
//!
//! The compiler walks through all that a type is made of, one level for each type on the way, and
//! gives up at a limit (`recursion_limit`). Rings of types make long ways out of short references.

use std::collections::HashSet;

use super::model::{Body, Item, ItemId, Presence, Type};
use super::objects::append;

/// Levels of types inside one another. Generated crates set `recursion_limit` to 1024; what stands
/// around a type needs some of it.
const LEVELS: usize = 800;

/// Makes any JSON of the references at which `items`, whose ids begin with `first`, get too deep.
/// Tells whether there were any.
pub(super) fn limit(first: ItemId, items: &mut [Item]) -> bool {
    let edges: Vec<Vec<(ItemId, usize)>> = items.iter().map(parts).collect();
    let severed = too_deep(first, &edges);
    for (at, item) in items.iter_mut().enumerate() {
        let is_severed = |to: ItemId| severed.contains(&(at, to));
        match &mut item.body {
            Body::Struct { fields, extra } => {
                for field in fields {
                    if sever(&mut field.ty, &is_severed) {
                        append(&mut field.docs, "Any JSON, because types nest too deeply.");
                        // A default would be one of the type that is gone.
                        if field.presence != Presence::Required {
                            field.presence = Presence::Optional;
                        }
                    }
                }
                if let Some(extra) = extra {
                    sever(&mut extra.ty, &is_severed);
                }
            }
            Body::Union { variants, .. } => {
                variants.iter_mut().for_each(|(_, ty)| {
                    sever(ty, &is_severed);
                });
            }
            Body::Alias(ty) | Body::Newtype(ty) => {
                sever(ty, &is_severed);
            }
            Body::Enum(_) => {}
        }
    }
    !severed.is_empty()
}

/// Walks as the compiler does, which looks at each type once.
fn too_deep(first: ItemId, edges: &[Vec<(ItemId, usize)>]) -> HashSet<(usize, ItemId)> {
    let mut seen = vec![false; edges.len()];
    let mut severed = HashSet::new();
    for start in 0..edges.len() {
        let mut path = vec![(start, 0, 0)];
        while let Some((at, next, level)) = path.pop() {
            if let Some(seen) = seen.get_mut(at)
                && next == 0
                && std::mem::replace(seen, true)
            {
                continue;
            }
            let Some(&(to, levels)) = edges.get(at).and_then(|it| it.get(next)) else {
                continue;
            };
            path.push((at, next + 1, level));
            let target = to.saturating_sub(first);
            if seen.get(target) != Some(&false) {
                continue;
            }
            if level + levels > LEVELS {
                severed.insert((at, to));
            } else {
                path.push((target, 0, level + levels));
            }
        }
    }
    severed
}

/// The items that an item is made of, each with the levels of types on the way to it.
fn parts(item: &Item) -> Vec<(ItemId, usize)> {
    let mut parts = Vec::new();
    match &item.body {
        Body::Struct { fields, extra } => {
            fields.iter().for_each(|it| collect(&it.ty, 2, &mut parts));
            extra.iter().for_each(|it| collect(&it.ty, 10, &mut parts));
        }
        Body::Union { variants, .. } => {
            variants
                .iter()
                .for_each(|(_, ty)| collect(ty, 1, &mut parts));
        }
        Body::Alias(ty) | Body::Newtype(ty) => collect(ty, 1, &mut parts),
        Body::Enum(_) => {}
    }
    parts
}

/// The levels are those of the standard library's types, generously.
fn collect(ty: &Type, level: usize, parts: &mut Vec<(ItemId, usize)>) {
    match ty {
        // It may get a box.
        Type::Item(id) | Type::Boxed(id) => parts.push((*id, level + 4)),
        Type::Nullable(of) => collect(of, level + 1, parts),
        Type::List(of) => collect(of, level + 4, parts),
        Type::Map(of) => collect(of, level + 9, parts),
        Type::Tuple(of) => of.iter().for_each(|it| collect(it, level + 1, parts)),
        _ => {}
    }
}

/// Replaces what is severed; tells whether something was.
fn sever(ty: &mut Type, is_severed: &impl Fn(ItemId) -> bool) -> bool {
    match ty {
        Type::Item(id) | Type::Boxed(id) if is_severed(*id) => {
            *ty = Type::Json;
            true
        }
        Type::Nullable(of) if matches!(**of, Type::Item(id) if is_severed(id)) => {
            *ty = Type::Json;
            true
        }
        Type::Nullable(of) | Type::List(of) | Type::Map(of) => sever(of, is_severed),
        Type::Tuple(of) => of
            .iter_mut()
            .fold(false, |any, it| sever(it, is_severed) | any),
        _ => false,
    }
}

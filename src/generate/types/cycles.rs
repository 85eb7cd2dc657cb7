//! Indirections where a type would contain itself.

use std::collections::HashSet;

use super::model::{Body, Item, ItemId, Type};

/// Puts the fewest boxes a walk through the types finds necessary: where it comes back to a type
/// that it is inside of. Lists and maps are indirections already.
pub(super) fn cut(items: &mut [Item]) {
    let edges: Vec<Vec<ItemId>> = items.iter().map(contained).collect();
    let back = back_edges(&edges);
    for (id, item) in items.iter_mut().enumerate() {
        each_type(&mut item.body, &mut |ty| {
            enclose(ty, &|to| back.contains(&(id, to)))
        });
    }
}

/// The edges that lead back to where the walk came from.
fn back_edges(edges: &[Vec<ItemId>]) -> HashSet<(ItemId, ItemId)> {
    let mut done = vec![false; edges.len()];
    let mut on_path = vec![false; edges.len()];
    let mut back = HashSet::new();
    for start in 0..edges.len() {
        let mut path = vec![(start, 0)];
        while let Some((id, next)) = path.pop() {
            let (Some(done), Some(here)) = (done.get_mut(id), on_path.get_mut(id)) else {
                continue;
            };
            if next == 0 && *done {
                continue;
            }
            *done = true;
            let target = edges.get(id).and_then(|it| it.get(next)).copied();
            *here = target.is_some();
            let Some(target) = target else { continue };
            path.push((id, next + 1));
            if on_path.get(target) == Some(&true) {
                back.insert((id, target));
            } else {
                path.push((target, 0));
            }
        }
    }
    back
}

/// The items whose size is part of the item's.
fn contained(item: &Item) -> Vec<ItemId> {
    let mut ids = Vec::new();
    let mut add = |ty: &Type| direct(ty, &mut ids);
    match &item.body {
        Body::Struct { fields, .. } => fields.iter().for_each(|it| add(&it.ty)),
        Body::Union { variants, .. } => variants.iter().for_each(|(_, ty)| add(ty)),
        Body::Alias(ty) | Body::Newtype(ty) => add(ty),
        Body::Enum(_) => {}
    }
    ids
}

fn direct(ty: &Type, ids: &mut Vec<ItemId>) {
    match ty {
        Type::Item(id) => ids.push(*id),
        Type::Nullable(of) => direct(of, ids),
        Type::Tuple(of) => of.iter().for_each(|it| direct(it, ids)),
        _ => {}
    }
}

fn each_type(body: &mut Body, change: &mut impl FnMut(&mut Type)) {
    match body {
        Body::Struct { fields, .. } => fields.iter_mut().for_each(|it| change(&mut it.ty)),
        Body::Union { variants, .. } => variants.iter_mut().for_each(|(_, ty)| change(ty)),
        Body::Alias(ty) | Body::Newtype(ty) => change(ty),
        Body::Enum(_) => {}
    }
}

fn enclose(ty: &mut Type, is_back: &impl Fn(ItemId) -> bool) {
    match ty {
        Type::Item(id) if is_back(*id) => *ty = Type::Boxed(*id),
        Type::Nullable(of) => enclose(of, is_back),
        Type::Tuple(of) => of.iter_mut().for_each(|it| enclose(it, is_back)),
        _ => {}
    }
}

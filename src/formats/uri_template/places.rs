//! Sets of places in a URI.

/// Places in a text, by byte; the text's end is one too.
#[derive(Clone)]
pub(super) struct Places(Vec<bool>);

impl Places {
    pub(super) fn none(text: &str) -> Self {
        Places(vec![false; text.len() + 1])
    }

    pub(super) fn only(text: &str, at: usize) -> Self {
        let mut places = Self::none(text);
        places.add(at);
        places
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.0.get(at).copied().unwrap_or(false)
    }

    pub(super) fn add(&mut self, at: usize) {
        if let Some(place) = self.0.get_mut(at) {
            *place = true;
        }
    }

    pub(super) fn add_all(&mut self, other: &Places) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// From the first to the last.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0
            .iter()
            .enumerate()
            .filter(|(_, is_in)| **is_in)
            .map(|(at, _)| at)
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    /// The places right behind `byte` where it stands at one of these places.
    pub(super) fn behind(&self, text: &str, byte: u8) -> Places {
        let mut behind = Places::none(text);
        for at in self
            .iter()
            .filter(|at| text.as_bytes().get(*at) == Some(&byte))
        {
            behind.add(at + 1);
        }
        behind
    }
}

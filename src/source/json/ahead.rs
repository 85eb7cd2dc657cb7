//! How far a text can be read without a fault. Behind a fault, that tells which of several ways to
//! go on is the one that was meant.

use super::Expect;
use super::token::{is_wordy, number_end, string_end};

/// Bytes that are looked through at most for one way.
const WINDOW: usize = 1 << 20;

/// A silent reader: it knows only what may come next and what is open, outermost first.
pub(super) struct Ahead<'s> {
    pub(super) bytes: &'s [u8],
    pub(super) at: usize,
    pub(super) expect: Expect,
    /// For each open container, whether it is an object.
    pub(super) stack: Vec<bool>,
}

impl Ahead<'_> {
    /// The first byte that does not fit; `usize::MAX` where none is found.
    pub(super) fn reach(mut self) -> usize {
        let most = self.at.saturating_add(WINDOW);
        while let Some(byte) = self.next_byte() {
            match self.step(byte) {
                _ if self.at > most => break,
                Some(expect) => self.expect = expect,
                None => return self.at,
            }
        }
        if self.at < self.bytes.len() || self.expect == Expect::End {
            usize::MAX
        } else {
            self.at
        }
    }

    /// The end of the outermost container; `None` where it has none before the next fault.
    pub(super) fn end(mut self) -> Option<usize> {
        let most = self.at.saturating_add(WINDOW);
        while self.expect != Expect::End {
            let byte = self.next_byte().filter(|_| self.at <= most)?;
            self.expect = self.step(byte)?;
        }
        Some(self.at)
    }

    fn next_byte(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Takes what starts with `byte`; `None` where it does not fit.
    fn step(&mut self, byte: u8) -> Option<Expect> {
        use Expect as E;
        match (self.expect, byte) {
            (E::FirstElement, b']') | (E::FirstKey, b'}') => self.close(byte),
            (E::Value | E::FirstElement | E::Element, _) => self.value(byte),
            (E::FirstKey | E::Key, b'"') => {
                self.at = string_end(self.bytes, self.at + 1)? + 1;
                Some(E::Colon)
            }
            (E::Colon, b':') => {
                self.at += 1;
                Some(E::Value)
            }
            (E::Next, b',') => {
                self.at += 1;
                Some(if self.stack.last() == Some(&true) {
                    E::Key
                } else {
                    E::Element
                })
            }
            (E::Next, b'}' | b']') => self.close(byte),
            _ => None,
        }
    }

    fn value(&mut self, byte: u8) -> Option<Expect> {
        match byte {
            b'"' => self.at = string_end(self.bytes, self.at + 1)? + 1,
            b'{' | b'[' => {
                self.stack.push(byte == b'{');
                self.at += 1;
                return Some(if byte == b'{' {
                    Expect::FirstKey
                } else {
                    Expect::FirstElement
                });
            }
            _ => {
                let rest = self.bytes.get(self.at..)?;
                let len = rest.iter().take_while(|&&byte| is_wordy(byte)).count();
                let is_word = matches!(rest.get(..len)?, b"true" | b"false" | b"null");
                let is_number = len > 0 && number_end(self.bytes, self.at) == self.at + len;
                if !is_word && !is_number {
                    return None;
                }
                self.at += len;
            }
        }
        Some(behind(&self.stack))
    }

    fn close(&mut self, byte: u8) -> Option<Expect> {
        if self.stack.last() != Some(&(byte == b'}')) {
            return None;
        }
        self.stack.pop();
        self.at += 1;
        Some(behind(&self.stack))
    }
}

/// What follows a value in the innermost of these containers.
pub(super) fn behind(stack: &[bool]) -> Expect {
    if stack.is_empty() {
        Expect::End
    } else {
        Expect::Next
    }
}

//! Declarations, in any order.

use crate::cursor::{Cursor, Read};
use crate::error::SystemErrorKind;
use crate::help::{A_DECLARATION, INITIALIZED};
use crate::lexer::{DECLARATIONS, Token};
use crate::syntax::{
    Claim, ClaimKind, Clause, Constant, Expr, File, Name, Object, ObjectKind, Procedure, Right,
    Sharing, Thread, TypeDeclaration, Variable,
};
use reductio_system::Fairness;

impl<'a> Cursor<'a, '_> {
    /// Reads a whole text.
    pub(super) fn file(mut self) -> File<'a> {
        let mut file = File::default();
        if self.accept_word("system") {
            match self.name("the name of the system") {
                Ok(name) => file.name = Some(name),
                Err(_) => self.skip_declaration(),
            }
        }
        while self.peek() != Token::End {
            let (start, mut name) = (self.position(), None);
            if self.declaration(&mut file, &mut name).is_err() {
                if self.position() == start {
                    self.advance();
                }
                self.skip_declaration();
                self.note_broken(name, start);
            }
            while self.accept(Token::Semicolon) {}
        }
        file.broken = self.broken;
        file.has_nameless = self.has_nameless;
        file
    }

    fn skip_declaration(&mut self) {
        while self.peek() != Token::End && !self.at_declaration() {
            self.advance();
        }
    }

    /// Notes that the declaration that was read from token `start` on is broken: nothing will be said about the uses of
    /// its name, or of its names where it is not known which one is declared, or where it declares several.
    fn note_broken(&mut self, name: Option<Name<'a>>, start: usize) {
        let is_type = self.text_of(start) == "type";
        if let (Some(name), false) = (name, is_type) {
            self.broken.push(name.text);
        } else if !self.note_names(start) {
            self.has_nameless = true;
        }
    }

    /// Reads one declaration; `name` becomes its name as soon as that is known.
    fn declaration(&mut self, file: &mut File<'a>, name: &mut Option<Name<'a>>) -> Read<()> {
        let start = self.span().start;
        let word = if self.peek() == Token::Name { self.word() } else { "" };
        let fairness = match word {
            "fair" => Fairness::Weak,
            "strongly" => Fairness::Strong,
            _ => Fairness::Unfair,
        };
        let starts = DECLARATIONS[1..].contains(&word)
            || ["thread", "property"].contains(&word)
            || word == "procedure" && self.at_declaration();
        if !starts && fairness == Fairness::Unfair {
            return Err(self.expected_start(A_DECLARATION));
        }
        self.advance();
        let claim = match word {
            "invariant" => Some(ClaimKind::Invariant),
            "reach" => Some(ClaimKind::Reach),
            "property" => Some(ClaimKind::Property),
            _ => None,
        };
        if let Some(kind) = claim {
            // Nothing refers to a claim: a broken one hides no name.
            *name = Some(Name { text: word, start });
            self.claim = claim;
            let claim = self.claim(kind, start);
            self.claim = None;
            file.claims.push(claim?);
            return Ok(());
        }
        let word = if fairness == Fairness::Unfair { word } else { self.fair_thread(fairness)? };
        let declared = self.name("a name")?;
        *name = Some(declared);
        match word {
            "const" => {
                self.expect(Token::Is)?;
                let value = self.expression()?;
                self.declaration_end()?;
                file.constants.push(Constant { name: declared, value });
            }
            "type" => {
                self.expect(Token::Is)?;
                let body = self.type_body()?;
                self.declaration_end()?;
                file.types.push(TypeDeclaration { name: declared, body });
            }
            "var" | "protected" | "unshared" | "disciplined" => {
                let mut variable = self.variable(declared)?;
                variable.sharing = self.sharing(word)?;
                self.declaration_end()?;
                file.variables.push(variable);
            }
            "procedure" => file.procedures.push(self.procedure(declared)?),
            "thread" => file.threads.push(self.thread(declared, fairness)?),
            _ => {
                let object = self.object(word, declared)?;
                self.declaration_end()?;
                file.objects.push(object);
            }
        }
        Ok(())
    }

    /// Reads the part behind the name of a procedure.
    fn procedure(&mut self, name: Name<'a>) -> Read<Procedure<'a>> {
        let open = self.span();
        let mut parameters = Vec::new();
        if self.accept(Token::Open) {
            if self.peek() != Token::Close {
                parameters = self.binders("the name of a parameter")?;
            }
            self.close(Token::Close, &open, &["`,`"])?;
        }
        self.is_in_procedure = true;
        let body = self.block();
        self.is_in_procedure = false;
        Ok(Procedure { name, parameters, body: body? })
    }

    fn declaration_end(&mut self) -> Read<()> {
        if self.at_line_start()
            || matches!(self.peek(), Token::End | Token::Semicolon)
            || self.is_after(Token::CloseBrace)
        {
            return Ok(());
        }
        Err(self.expected(&["a new line", "an operator"]))
    }

    /// Reads the part behind the name of a variable.
    fn variable(&mut self, name: Name<'a>) -> Read<Variable<'a>> {
        let indices = self.indices()?;
        self.expect(Token::Colon)?;
        let ty = self.type_expr()?;
        let initial = self.initial()?;
        Ok(Variable { name, indices, ty, initial, sharing: Sharing::Open })
    }

    /// Reads what a declaration with `word` says at its end of how threads share the variable.
    fn sharing(&mut self, word: &str) -> Read<Sharing<'a>> {
        let sharing = match word {
            "protected" => Sharing::Protected(self.clauses()?),
            "unshared" => Sharing::Unshared,
            "disciplined" if self.accept_word("initialized") => {
                self.expect_word("by")?;
                Sharing::Disciplined(Some(self.reference()?))
            }
            "disciplined" => Sharing::Disciplined(None),
            _ => Sharing::Open,
        };
        let misplaced = if self.at_word("initialized") {
            Some((format!("`{INITIALIZED}`"), "in a declaration with `disciplined`"))
        } else if self.at_word("by") {
            Some(("`by`".to_owned(), "in a declaration with `protected`"))
        } else {
            None
        };
        match misplaced {
            Some((what, wanted)) => {
                Err(self.fault(SystemErrorKind::Misplaced { what, wanted }, self.span()))
            }
            None => Ok(sharing),
        }
    }

    fn initial(&mut self) -> Read<Option<Expr<'a>>> {
        Ok(if self.accept(Token::Is) { Some(self.expression()?) } else { None })
    }

    fn clauses(&mut self) -> Read<Vec<Right<'a>>> {
        let mut rights = Vec::new();
        loop {
            // `read` may be a name: what follows tells.
            let is_shared = self.at_word("read") && ["by", "for"].contains(&self.word_at(1));
            if is_shared {
                self.advance();
            }
            let clause = if self.accept_word("by") {
                Clause::By(self.reference()?)
            } else if self.accept_word("for") {
                self.clause()?
            } else if rights.is_empty() {
                return Err(self.expected(&["`by` and a lock", "`for` and a thread"]));
            } else {
                return Ok(rights);
            };
            rights.push(Right { is_shared, clause });
        }
    }

    /// Reads the part behind `for`.
    fn clause(&mut self) -> Read<Clause<'a>> {
        let thread = self.name("a thread, or a name for every thread")?;
        let open = self.span();
        let indices = if self.accept(Token::OpenSquare) {
            let indices = self.expressions()?;
            self.close(Token::CloseSquare, &open, &["`,`"])?;
            Some(indices)
        } else {
            None
        };
        self.expect_word("when")?;
        Ok(Clause::For { thread, indices, condition: self.expression()? })
    }

    /// Reads the part behind the name of a lock, monitor, semaphore or queue.
    fn object(&mut self, word: &str, name: Name<'a>) -> Read<Object<'a>> {
        let indices = self.indices()?;
        let kind = match word {
            "semaphore" => {
                let initial = self.initial()?;
                ObjectKind::Semaphore { initial, max: self.size("max")? }
            }
            "queue" => {
                self.expect_word("of")?;
                let of = self.type_expr()?;
                self.expect_word("capacity")?;
                ObjectKind::Queue { of, capacity: self.expression()? }
            }
            _ => ObjectKind::Lock { depth: self.size("depth")?, is_monitor: word == "monitor" },
        };
        Ok(Object { name, indices, kind })
    }

    fn size(&mut self, word: &str) -> Read<Option<Expr<'a>>> {
        Ok(if self.accept_word(word) { Some(self.expression()?) } else { None })
    }

    /// Reads the part behind the name of a thread.
    fn thread(&mut self, name: Name<'a>, fairness: Fairness) -> Read<Thread<'a>> {
        let parameters = self.indices()?;
        let open = self.span();
        if self.word() == "(" {
            return Err(self.expected(&["`{`", "`[` and an index"]));
        }
        self.expect(Token::OpenBrace)?;
        let mut locals = Vec::new();
        while self.at_word("local") {
            let start = self.position();
            self.advance();
            if let Ok(local) = self.local() {
                locals.push(local);
            } else {
                self.skip_line();
                self.note_names(start);
            }
        }
        let body = self.statements(false);
        let end = self.span().start;
        let _ = self.close(Token::CloseBrace, &open, &[]);
        Ok(Thread { fairness, name, parameters, locals, body, end })
    }

    /// Reads the part of `fair thread` or `strongly fair thread` behind the first word. Returns the last word.
    fn fair_thread(&mut self, fairness: Fairness) -> Read<&'static str> {
        if fairness == Fairness::Strong {
            self.expect_word("fair")?;
        }
        self.expect_word("thread")?;
        Ok("thread")
    }

    fn local(&mut self) -> Read<Variable<'a>> {
        let declared = self.name("a name")?;
        let local = self.variable(declared)?;
        if !self.accept(Token::Semicolon)
            && !self.at_line_start()
            && self.peek() != Token::CloseBrace
        {
            return Err(self.expected(&["`;`", "a new line", "an operator"]));
        }
        Ok(local)
    }

    fn skip_line(&mut self) {
        while !matches!(self.peek(), Token::End | Token::CloseBrace) && !self.at_line_start() {
            self.advance();
        }
    }

    /// Reads the part behind `invariant`, `reach` or `property`.
    fn claim(&mut self, kind: ClaimKind, start: usize) -> Read<Claim<'a>> {
        let title = self.title()?;
        let condition = self.expression()?;
        self.refuse_behind_claim()?;
        self.declaration_end()?;
        Ok(Claim { kind, title, condition, span: self.since(start) })
    }

    fn title(&mut self) -> Read<Option<&'a str>> {
        if self.peek() != Token::Text {
            return Ok(None);
        }
        let title = self.word().trim_matches('"');
        self.advance();
        self.expect(Token::Colon)?;
        Ok(Some(title))
    }
}

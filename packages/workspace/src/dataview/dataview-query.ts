import type { Value } from './dataview-value.ts'

export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '<' | '>' | '<=' | '>=' | '=' | '!=' | 'and' | 'or'

export type DayWord = 'today' | 'yesterday' | 'tomorrow' | 'sow' | 'eow' | 'som' | 'eom' | 'soy' | 'eoy'

/** `at` is the place in the query, for messages. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value; readonly at: number }
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string; readonly at: number }
  | { readonly kind: 'index'; readonly of: Expression; readonly by: Expression; readonly at: number }
  | { readonly kind: 'not'; readonly of: Expression; readonly at: number }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly given: readonly Expression[]
      readonly at: number
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly at: number }
  | { readonly kind: 'object'; readonly fields: readonly NamedExpression[]; readonly at: number }
  | {
      readonly kind: 'lambda'
      readonly parameters: readonly string[]
      readonly body: Expression
      readonly at: number
    }
  | { readonly kind: 'link'; readonly target: string; readonly alias?: string; readonly at: number }
  | { readonly kind: 'day'; readonly word: DayWord; readonly at: number }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
      readonly at: number
    }

export type NoteSource =
  | { readonly kind: 'all' }
  | { readonly kind: 'tag'; readonly tag: string }
  /** A folder, or one note by its path. */
  | { readonly kind: 'folder'; readonly path: string }
  /** Notes that link to the target. */
  | { readonly kind: 'incoming'; readonly target: string }
  /** Notes that the target links to. */
  | { readonly kind: 'outgoing'; readonly target: string }
  | { readonly kind: 'not'; readonly of: NoteSource }
  | {
      readonly kind: 'and' | 'or'
      readonly left: NoteSource
      readonly right: NoteSource
    }

export interface NamedExpression {
  readonly expression: Expression
  /** The name after AS, else the expression as written. */
  readonly name: string
}

export type Clause =
  | { readonly kind: 'where'; readonly condition: Expression }
  | { readonly kind: 'sort'; readonly keys: readonly SortKey[] }
  | { readonly kind: 'limit'; readonly count: Expression }
  | { readonly kind: 'flatten'; readonly by: NamedExpression }
  | { readonly kind: 'group'; readonly by: NamedExpression }

export interface SortKey {
  readonly expression: Expression
  readonly descending: boolean
}

export type Output =
  | { readonly kind: 'list'; readonly withId: boolean; readonly item?: Expression }
  | { readonly kind: 'table'; readonly withId: boolean; readonly columns: readonly NamedExpression[] }
  | { readonly kind: 'task' }

export interface DataviewQuery {
  readonly output: Output
  readonly from: NoteSource
  /** In the order in which they are written, which is the order in which they work. */
  readonly clauses: readonly Clause[]
}

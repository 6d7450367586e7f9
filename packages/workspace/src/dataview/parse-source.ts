import type { NoteSource } from './dataview-query.ts'
import { QueryProblem } from './query-problem.ts'
import type { TokenReader } from './token-reader.ts'

/** What stands after FROM. `and` and `or` bind alike, from the left, as they do in Dataview. */
export function parseSource(reader: TokenReader): NoteSource {
  return reader.nested(() => {
    let left = parseAtom(reader)
    for (;;) {
      const kind = takeOperator(reader)
      if (!kind) return left
      left = { kind, left, right: parseAtom(reader) }
    }
  })
}

function takeOperator(reader: TokenReader): 'and' | 'or' | undefined {
  if (reader.takeWord('and') || reader.takeSymbol('&')) return 'and'
  return reader.takeWord('or') || reader.takeSymbol('|') ? 'or' : undefined
}

function parseAtom(reader: TokenReader): NoteSource {
  const { kind, text, start } = reader.next
  if (reader.takeSymbol('-') || reader.takeSymbol('!'))
    return { kind: 'not', of: reader.nested(() => parseAtom(reader)) }
  if (reader.takeSymbol('(')) {
    const inner = parseSource(reader)
    reader.expectSymbol(')')
    return inner
  }
  if (kind === 'tag') return { kind: 'tag', tag: reader.take().text }
  if (kind === 'string') return { kind: 'folder', path: reader.take().text }
  if (kind === 'link') return { kind: 'incoming', target: linkTarget(reader.take().text) }
  if (kind !== 'word') return reader.fail('a #tag, a "folder" or a [[note]]')
  const name = text.toLowerCase()
  if (name !== 'outgoing' && name !== 'incoming') throw new QueryProblem('unsupported', start, `FROM ${text}`)
  reader.take()
  reader.expectSymbol('(')
  if (reader.next.kind !== 'link') reader.fail('a [[note]]')
  const target = linkTarget(reader.take().text)
  reader.expectSymbol(')')
  return { kind: name, target }
}

/** The note that a link names, without heading, block or alias. */
function linkTarget(text: string): string {
  return (/^[^#|]*/.exec(text)?.[0] ?? '').trim()
}

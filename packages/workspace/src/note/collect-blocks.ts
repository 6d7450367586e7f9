import type { BlockToken } from './note-block-state.ts'
import type { Findings } from './inline-scan.ts'
import { scanInline } from './scan-inline.ts'
import type { Callout, Heading, InlineField, LineRange, ListItem, QueryBlock } from './parsed-note.ts'

const LONGEST = 200

const TASK = /^\[([^\]\n])\](?:[ \t]+|$)/u
const CALLOUT = /^\[!([^\]|\n]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*([^\n]*)/

export interface Blocks {
  readonly headings: readonly Heading[]
  readonly items: readonly ListItem[]
  readonly callouts: readonly Callout[]
  readonly queries: readonly QueryBlock[]
  readonly blocks: readonly { readonly id: string; readonly lines: LineRange }[]
}

interface Container {
  readonly kind: 'item' | 'quote' | 'list'
  /** Its end is known when it closes: markdown-it counts the blank lines after it too. */
  readonly lines: [from: number, to: number]
  /** The lines of the block before, which a lone `^id` names. */
  before: LineRange | undefined
  /** True until its first block is seen. */
  fresh: boolean
}

/** Walks the blocks of a note in order; what is in running text goes into `findings`. */
export class BlockCollector implements Blocks {
  readonly headings: Heading[] = []
  readonly items: ListItem[] = []
  readonly callouts: Callout[] = []
  readonly queries: QueryBlock[] = []
  readonly blocks: { readonly id: string; readonly lines: LineRange }[] = []
  readonly #findings: Findings
  readonly #linesBefore: number
  readonly #open: Container[] = [{ kind: 'quote', lines: [1, 1], before: undefined, fresh: false }]

  /** The last line of the block that was read last. */
  #lastLine = 0

  constructor(findings: Findings, linesBefore: number) {
    this.#findings = findings
    this.#linesBefore = linesBefore
  }

  collect(tokens: readonly BlockToken[]): void {
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as BlockToken
      if (token.nesting < 0) this.#close(token)
      else if (token.type === 'paragraph_open') this.#paragraph(tokens[++at] as BlockToken)
      else if (token.type === 'heading_open') this.#heading(token, tokens[++at] as BlockToken)
      else if (token.nesting > 0) this.#openContainer(token)
      else this.#leaf(token)
    }
  }

  #lines(token: BlockToken): [from: number, to: number] {
    const [from, to] = token.map ?? [0, 1]
    return [from + 1 + this.#linesBefore, to + this.#linesBefore]
  }

  #current(): Container {
    return this.#open.at(-1) as Container
  }

  #openContainer(token: BlockToken): void {
    const kind =
      token.type === 'list_item_open' ? 'item' : token.type === 'blockquote_open' ? 'quote' : 'list'
    this.#open.push({ kind, lines: this.#lines(token), before: undefined, fresh: true })
  }

  #close({ type }: BlockToken): void {
    if (type === 'paragraph_close' || type === 'heading_close') return
    const closed = this.#open.pop()
    if (!closed) return
    closed.lines[1] = Math.max(closed.lines[0], this.#lastLine)
    this.#seen(closed.lines)
  }

  #seen(lines: LineRange): void {
    const current = this.#current()
    current.before = lines
    current.fresh = false
    this.#lastLine = lines[1]
  }

  #leaf(token: BlockToken): void {
    const lines = this.#lines(token)
    this.#seen(lines)
    if (token.type === 'comment') this.#comment(token.content, lines[0])
    if (token.type !== 'fence') return
    const language = token.info.trim().split(/\s/u, 1)[0]?.toLowerCase()
    if (language !== 'dataview' && language !== 'dataviewjs') return
    this.queries.push({ language, query: token.content.replace(/\n$/u, ''), lines })
  }

  /** Of a comment only its fields count: Dataview reads them there, and vaults hide theirs that way. */
  #comment(text: string, line: number): void {
    const into: Findings = { links: [], tags: [], fields: this.#findings.fields }
    scanInline(text.replaceAll('%%', '  '), { line, wholeLines: true, into })
  }

  #heading(open: BlockToken, inline: BlockToken): void {
    const lines = this.#lines(open)
    const text = inline.content
    if (this.#open.length === 1) {
      const level = Number(open.tag.slice(1))
      this.headings.push({ level, text: text.replaceAll('\n', ' '), line: lines[0] })
    }
    scanInline(text, { line: lines[0], wholeLines: true, into: this.#findings })
    this.#blockId(text, lines)
    this.#seen(lines)
  }

  #paragraph(inline: BlockToken): void {
    const lines = this.#lines(inline)
    const text = inline.content
    const container = this.#current()
    const first = container.fresh
    if (first && container.kind === 'quote') this.#callout(text, container.lines)
    if (first && container.kind === 'item') this.#item(text, lines[0])
    else scanInline(text, { line: lines[0], wholeLines: true, into: this.#findings })
    this.#blockId(text, first && container.kind === 'item' ? container.lines : lines)
    this.#seen(lines)
  }

  #callout(text: string, lines: LineRange): void {
    const callout = CALLOUT.exec(text)
    if (!callout) return
    this.callouts.push({
      type: (callout[1] ?? '').trim().toLowerCase(),
      title: (callout[2] ?? '').trim(),
      lines,
    })
  }

  #item(text: string, line: number): void {
    const task = TASK.exec(text)
    const { links, tags } = this.#findings
    const tagsBefore = tags.length
    const fields: InlineField[] = []
    scanInline(text, { line, wholeLines: !task, into: task ? { links, tags, fields } : this.#findings })
    const own = [...new Set(tags.slice(tagsBefore))]
    const parent = this.#open.slice(0, -1).findLast(({ kind }) => kind === 'item')
    this.items.push({
      text: task ? text.slice(task[0].length) : text,
      ...(task ? { status: task[1] ?? ' ' } : {}),
      line,
      ...(parent ? { parent: parent.lines[0] } : {}),
      ...(own.length === 0 ? {} : { tags: own }),
      ...(fields.length === 0 ? {} : { fields }),
    })
  }

  /** `^id` at the end of a block names it; standing alone it names the block before. */
  #blockId(text: string, lines: LineRange): void {
    const id = trailingBlockId(text)
    if (id === undefined) return
    const alone = text.length === id.length + 1
    this.blocks.push({ id, lines: (alone ? this.#current().before : undefined) ?? lines })
  }
}

/** The id of `^id` at the end of a block's text, at its very end and after white space. */
function trailingBlockId(text: string): string | undefined {
  let at = text.length - 1
  const least = Math.max(0, text.length - LONGEST)
  while (at >= least && isIdCharacter(text.charCodeAt(at))) at -= 1
  if (at < least || at === text.length - 1 || text.charCodeAt(at) !== 94) return undefined
  return at === 0 || isBlank(text.charCodeAt(at - 1)) ? text.slice(at + 1) : undefined
}

function isIdCharacter(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45
  )
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10
}

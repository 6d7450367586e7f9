import { unescapeAttribute } from './escape-attribute.ts'
import { unescapeLine } from './escape-line.ts'
import { restoreNeutralized } from './neutralize.ts'
import { findOwnTag } from './own-tag-scanner.ts'

export interface OpeningRead {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly end: number
}

/** An opening tag on a line of its own, exactly as `openingTag` writes it. */
export function readOpening(text: string, at: number): OpeningRead | undefined {
  const match = matchAt(/<([a-z_]+)((?: [a-z]+="[^"<>\n]*")*)>\n/y, text, at)
  if (!match) return undefined
  const attributes = [...(match[2] ?? '').matchAll(/ ([a-z]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescapeAttribute(value)] as const,
  )
  return { tag: match[1] ?? '', attributes: new Map(attributes), end: at + match[0].length }
}

export interface ElementsRead {
  readonly elements: ReadonlyMap<string, string>
  readonly end: number
}

/** The one-line elements at the head of a block. */
export function readElements(text: string, at: number): ElementsRead {
  const elements = new Map<string, string>()
  let end = at
  for (;;) {
    const match = matchAt(/<([a-z]+)>([^<\n]*)<\/\1>\n/y, text, end)
    if (!match) return { elements, end }
    elements.set(match[1] ?? '', unescapeLine(match[2] ?? ''))
    end += match[0].length
  }
}

export interface BodyRead {
  readonly body: string
  readonly end: number
}

/**
 * The text from `at` to the closing tag. Inside, every tag of Varve's was neutralised, so that the
 * first untouched one must be it; otherwise this is no rendered body.
 */
export function readBody(text: string, at: number, tag: string): BodyRead | undefined {
  let site = findOwnTag(text, at)
  while (site && site.to > site.from) site = findOwnTag(text, site.to)
  const stop = site ? site.from - 2 : -1
  const closing = `\n</${tag}>`
  if (stop < at || !text.startsWith(closing, stop)) return undefined
  return { body: restoreNeutralized(text.slice(at, stop)), end: stop + closing.length }
}

/** `<tag>`, its body and its closing tag. */
export function readBodyBlock(text: string, at: number, tag: string): BodyRead | undefined {
  const opening = `<${tag}>\n`
  return text.startsWith(opening, at) ? readBody(text, at + opening.length, tag) : undefined
}

/** A turn or a line number, as Varve writes it. */
export function readCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** A sticky pattern at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern.source, pattern.flags)
  sticky.lastIndex = at
  return sticky.exec(text) ?? undefined
}

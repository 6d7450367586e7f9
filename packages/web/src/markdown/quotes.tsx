import type { Element, ElementContent, Root } from 'hast'
import type { SourceView } from '@varve/contract'
import { createContext, type ReactNode, useContext } from 'react'
import { t } from '../i18n/t.ts'
import { Icon } from '../parts/icon.tsx'
import { sourceName } from '../view-model/files/file-names.ts'

/** Shorter quotes occur in many texts by chance. */
const LEAST_WORDS = 3
const LONGEST = 1_000

const QUOTES = /“([^“”]{12,1000})”|"([^"]{12,1000})"|„([^„“”]{12,1000})[“”]|«([^«»]{12,1000})»/g

/** The place of a quote's words; undefined if unknown or not found. */
export const QuotesContext = createContext<((quote: string) => SourceView | undefined) | undefined>(undefined)

/** Whether a text may hold quotes: only then are its sources looked at. */
export function holdsQuotes(text: string): boolean {
  return /[“"„«]|^ {0,3}>/m.test(text)
}

/** Finds quotes in texts: word for word, whatever the spaces, marks of Markdown and kinds of quotation marks. */
export function quoteFinder(
  texts: readonly { readonly source: SourceView; readonly text: string }[],
): (quote: string) => SourceView | undefined {
  const plain = texts.map(({ source, text }) => ({ source, words: normalize(text) }))
  return (quote) => {
    const words = normalize(quote).replace(/[.,;:…]$/, '')
    if (words.split(' ').length < LEAST_WORDS) return undefined
    return plain.find((each) => each.words.includes(words))?.source
  }
}

function normalize(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[*_`]|^[ \t]*>/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Turns quoted text into elements. Code is unchanged. */
export function rehypeQuotes() {
  return (tree: Root): void => visit(tree)
}

function visit(parent: Root | Element): void {
  if (parent.type === 'element' && (parent.tagName === 'code' || parent.tagName === 'pre')) return
  parent.children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type === 'element') visit(child)
    return child.type === 'text' ? split(child.value) : [child]
  })
}

function split(words: string): readonly ElementContent[] {
  const pieces: ElementContent[] = []
  let from = 0
  for (const { 0: quote, index } of words.matchAll(QUOTES)) {
    if (quote.length > LONGEST) continue
    pieces.push({ type: 'text', value: words.slice(from, index) })
    pieces.push({
      type: 'element',
      tagName: 'span',
      properties: { dataQuote: quote.slice(1, -1) },
      children: [{ type: 'text', value: quote }],
    })
    from = index + quote.length
  }
  return [...pieces, { type: 'text', value: words.slice(from) }]
}

/** A quote, with a small sign where its source has it word for word. */
export function Quote({ quote, children }: { readonly quote: string; readonly children: ReactNode }) {
  const source = useContext(QuotesContext)?.(quote)
  if (!source) return children
  const words = t('Found word for word in {name}', { name: sourceName(source) })
  return (
    <>
      {children}
      <span className="quote-found" role="img" aria-label={words} title={words}>
        <Icon name="check" size={14} />
      </span>
    </>
  )
}

import type { RenderedPage } from './render-page.ts'

/** A text that is no page of HTML, as Markdown: exact, with a title where it says one. */
export function textToMarkdown(kind: 'markdown' | 'json' | 'text', text: string): RenderedPage {
  switch (kind) {
    case 'markdown': {
      const title = /^ {0,3}# {1,9}(\S.{0,200})/m.exec(text.slice(0, 20_000))?.[1]?.trim()
      return { markdown: text, images: [], ...(title === undefined ? {} : { title }) }
    }
    case 'json':
      return { markdown: fenced(text.trim(), 'json'), images: [] }
    case 'text':
      return { markdown: text, images: [] }
    default:
      return kind satisfies never
  }
}

/** A fence longer than any inside, so that the text cannot end it. */
function fenced(text: string, language: string): string {
  if (text === '') return ''
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

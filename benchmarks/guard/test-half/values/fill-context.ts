import { createDraw } from './draw.ts'
import { makeBrokenValue, makeValue } from './values.ts'

export interface Finding {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface FilledContext {
  readonly text: string
  readonly findings: readonly Finding[]
}

/**
 * Puts values at the marks: `⟦TYPE=text⟧` as written, `⟦TYPE~pattern⟧` by a pattern, `⟦TYPE:variant/format⟧`
 * with check digits; not to be found are `⟦~pattern⟧`, `⟦!val spec⟧` and `⟦!bad spec⟧` (with a broken check).
 */
export function fillContext(body: string, start: string): FilledContext {
  const draw = createDraw(start)
  const findings: Finding[] = []
  let text = ''
  for (const part of body.split(/(⟦[^⟧]*⟧)/)) {
    if (!part.startsWith('⟦')) {
      text += part
      continue
    }
    const { type, value } = fillMark(part.slice(1, -1))
    if (type) findings.push({ type, start: text.length, end: text.length + value.length })
    text += value
  }
  return { text, findings }

  function fillMark(mark: string): { readonly type?: string; readonly value: string } {
    if (mark.startsWith('~')) return { value: draw.fill(mark.slice(1)) }
    if (mark.startsWith('!val ')) return { value: makeValue(draw, mark.slice(5)) }
    if (mark.startsWith('!bad ')) return { value: makeBrokenValue(draw, mark.slice(5)) }
    const [, type = '', sign, rest = ''] = /^([A-Z_]+)([=~:/]?)([\s\S]*)$/.exec(mark) ?? []
    if (type === '') throw new Error(`The mark ${mark} has no type.`)
    if (sign === '=') return { type, value: rest }
    if (sign === '~') return { type, value: draw.fill(rest) }
    return { type, value: makeValue(draw, mark) }
  }
}

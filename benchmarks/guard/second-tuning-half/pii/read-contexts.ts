/** A hand-written text with places for values, as a context file holds it. */
export interface Context {
  readonly positive: boolean
  readonly form: 'prose' | 'table' | 'code' | 'log' | 'chat'
  readonly language: string
  readonly jurisdictions: readonly string[]
  readonly template: string
}

export interface Finding {
  readonly type: string
  readonly start: number
  readonly end: number
}

const HEADER = /^%% ([+-]) (prose|table|code|log|chat) ([a-z]{2})((?: [A-Z]{2})*)$/

/** A file is a row of blocks, each a header line (`%% + chat en GB`) and the text under it. */
export function readContexts(text: string): readonly Context[] {
  const contexts: Context[] = []
  for (const block of text.split(/^(?=%% )/m).filter((part) => part.trim() !== '')) {
    const [head = '', ...lines] = block.split('\n')
    const match = HEADER.exec(head)
    if (match === null) throw new Error(`not a header: ${head}`)
    contexts.push({
      positive: match[1] === '+',
      form: match[2] as Context['form'],
      language: match[3] ?? 'en',
      jurisdictions: (match[4] ?? '').split(' ').filter(Boolean),
      template: lines.join('\n').trimEnd(),
    })
  }
  return contexts
}

const SLOT = /<<(~?)([A-Za-z0-9_]+)(?:([:=])(.*?))?>>/g

export interface Makers {
  readonly value: (type: string, variant: string) => string
  readonly noise: (name: string, variant: string) => string
}

/** `<<TYPE:variant>>` and `<<TYPE=literal>>` become findings, `<<~name:variant>>` only text. */
export function fillContext(
  template: string,
  makers: Makers,
): { text: string; findings: readonly Finding[] } {
  const findings: Finding[] = []
  let text = ''
  let read = 0
  for (const match of template.matchAll(SLOT)) {
    const [whole, tilde, name = '', sign, detail = ''] = match
    text += template.slice(read, match.index)
    read = match.index + whole.length
    if (tilde === '~') {
      text += makers.noise(name, detail)
      continue
    }
    const value = sign === '=' ? detail : makers.value(name, detail)
    findings.push({ type: name, start: text.length, end: text.length + value.length })
    text += value
  }
  return { text: text + template.slice(read), findings }
}

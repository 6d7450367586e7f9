const HEADER = /^([+-])([ptclh]) ([a-z]{2})$/
const FORMS: Readonly<Record<string, string>> = { p: 'prose', t: 'table', c: 'code', l: 'log', h: 'chat' }

export interface Context {
  readonly isHard: boolean
  readonly form: string
  readonly language: string
  readonly body: string
}

/** Contexts one after the other, each under a line such as `+p en` (found) or `-l de` (hard, not found). */
export function readContexts(text: string): readonly Context[] {
  const contexts: Context[] = []
  let lines: string[] = []
  let header: RegExpExecArray | undefined
  const close = (): void => {
    if (!header) return
    const [, sign, form = '', language = ''] = header
    const body = lines.join('\n').trim().replaceAll('⇥', '\t')
    contexts.push({ isHard: sign === '-', form: FORMS[form] ?? '', language, body })
  }
  for (const line of text.split('\n')) {
    const match = HEADER.exec(line)
    if (match) {
      close()
      header = match
      lines = []
    } else lines.push(line)
  }
  close()
  return contexts
}

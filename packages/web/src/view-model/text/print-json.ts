const INDENT = '  '
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g

/**
 * JSON over several lines. Only the white space between tokens changes: strings, numbers and their order stay
 * as written, which parsing and printing would not guarantee. Text that isn't JSON is unchanged.
 */
export function printJson(text: string): readonly string[] {
  if (!isJson(text)) return text.split('\n')
  const lines: string[] = []
  let line = ''
  let depth = 0
  const next = () => {
    lines.push(line)
    line = INDENT.repeat(depth)
  }
  let before = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const opened = before === '{' || before === '['
    if (token === '}' || token === ']') {
      depth -= 1
      if (!opened) next()
      line += token
    } else {
      if (opened || before === ',') next()
      line += token === ':' ? ': ' : token
      if (token === '{' || token === '[') depth += 1
    }
    before = token
  }
  return [...lines, line]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // The question is only whether it can be read; what cannot is shown as it came.
    return false
  }
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** Linear: no part of it can match what another part matches. */
const TOKEN =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:])|$)/y

/**
 * The place of the first character that makes a text no JSON; undefined where it is JSON. What the system
 * says about a failed `JSON.parse` names a place only sometimes.
 */
export function findJsonMistake(text: string): number | undefined {
  const pattern = new RegExp(TOKEN)
  const open: string[] = []
  let expected: Expected = 'value'
  for (let index = 0; ; ) {
    pattern.lastIndex = index
    const token = pattern.exec(text)
    if (!token) return index + (/^[ \t\n\r]*/.exec(text.slice(index))?.[0].length ?? 0)
    const [whole, string, atom, sign] = token
    const start = index + whole.length - (string ?? atom ?? sign ?? '').length
    if (start === text.length) return expected === 'nothing' ? undefined : start
    const next: Expected | undefined =
      sign === undefined ? afterText(expected, string !== undefined, open) : afterSign(expected, sign, open)
    if (!next) return start
    expected = next
    index += whole.length
  }
}

function afterText(expected: Expected, isString: boolean, open: readonly string[]): Expected | undefined {
  if (expected === 'value' || expected === 'value or end') return afterValue(open)
  return isString && (expected === 'key' || expected === 'key or end') ? 'colon' : undefined
}

function afterSign(expected: Expected, sign: string, open: string[]): Expected | undefined {
  const isValue = expected === 'value' || expected === 'value or end'
  switch (sign) {
    case '{':
      return isValue ? (open.push('}'), 'key or end') : undefined
    case '[':
      return isValue ? (open.push(']'), 'value or end') : undefined
    case ',':
      if (expected !== 'comma or end') return undefined
      return open.at(-1) === '}' ? 'key' : 'value'
    case ':':
      return expected === 'colon' ? 'value' : undefined
    default:
      if (!expected.endsWith('end') || open.at(-1) !== sign) return undefined
      open.pop()
      return afterValue(open)
  }
}

function afterValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : 'comma or end'
}

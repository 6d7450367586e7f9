import { describe, expect, test } from 'vitest'
import { scanText } from '../scan-text.ts'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'URL_CREDENTIALS')
    .map(({ start, end }) => text.slice(start, end))
}

describe('credentials with signs that ought to be escaped', () => {
  test.each([
    ['mysql+pymysql://', 'svc:Qw#9z', '@db.corp.io/x'],
    ['proxy=http://', 'corp\\jens:Pa55!', '@proxy.corp.io:8080'],
    ['sqlserver://', 'sa:Str0ng/Pw', '@host:1433'],
    ['jdbc:oracle:thin:', 'scott/t1ger', '@//db:1521/x'],
  ])('%s%s', (before, credentials, behind) => {
    expect(values(`${before}${credentials}${behind}`)).toEqual([credentials])
  })

  test.each(['https://host.io:8080/@scope/pkg', 'https://host.io/path?x=a:b@c', 'https://site.io/a:b/@me/x'])(
    'a path: %s',
    (text) => {
      expect(values(text)).toEqual([])
    },
  )
})

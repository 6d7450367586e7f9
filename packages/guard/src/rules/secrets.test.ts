import { scanText } from '../scan.ts'
import { describe, expect, test } from 'vitest'

const LINE = 'p06z2L19fdRWybPBkkDKIwQhoAgH42pMeWpWGAzZkXMLHWSj9vAZNbu53g3XtF'
const SUM = '9f3a71c04be8d25610fa7c3e9d84b2650c1fe7a3'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'PRIVATE_KEY')
    .map(({ start, end }) => text.slice(start, end))
}

describe('private keys in other programs’ formats', () => {
  test.each([
    `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "rsa"\n${LINE}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: kai\nPrivate-Lines: 1\n${LINE}\nPrivate-MAC: ${SUM}`,
  ])('%s', (key) => {
    expect(values(`see below\n${key}\nthanks`)).toEqual([key])
  })

  test('a header alone is not a key', () => {
    expect(values('PuTTY-User-Key-File-3: ssh-ed25519 is how the file begins')).toEqual([])
  })
})

function valuesUrlCredentialsTest(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'URL_CREDENTIALS')
    .map(({ start, end }) => text.slice(start, end))
}

describe('credentials with unescaped characters', () => {
  test.each([
    ['mysql+pymysql://', 'svc:Qw#9z', '@db.corp.io/x'],
    ['proxy=http://', 'corp\\jens:Pa55!', '@proxy.corp.io:8080'],
    ['sqlserver://', 'sa:Str0ng/Pw', '@host:1433'],
    ['jdbc:oracle:thin:', 'scott/t1ger', '@//db:1521/x'],
  ])('%s%s', (before, credentials, behind) => {
    expect(valuesUrlCredentialsTest(`${before}${credentials}${behind}`)).toEqual([credentials])
  })

  test.each(['https://host.io:8080/@scope/pkg', 'https://host.io/path?x=a:b@c', 'https://site.io/a:b/@me/x'])(
    'a path: %s',
    (text) => {
      expect(valuesUrlCredentialsTest(text)).toEqual([])
    },
  )
})

import { describe, expect, test } from 'vitest'
import { scanText } from '../scan-text.ts'

const LINE = 'p06z2L19fdRWybPBkkDKIwQhoAgH42pMeWpWGAzZkXMLHWSj9vAZNbu53g3XtF'
const SUM = '9f3a71c04be8d25610fa7c3e9d84b2650c1fe7a3'

function values(text: string): readonly string[] {
  return scanText(text)
    .filter(({ type }) => type === 'PRIVATE_KEY')
    .map(({ start, end }) => text.slice(start, end))
}

describe('private keys as other programs write them', () => {
  test.each([
    `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "rsa"\n${LINE}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: kai\nPrivate-Lines: 1\n${LINE}\nPrivate-MAC: ${SUM}`,
  ])('%s', (key) => {
    expect(values(`see below\n${key}\nthanks`)).toEqual([key])
  })

  test('a head alone is none', () => {
    expect(values('PuTTY-User-Key-File-3: ssh-ed25519 is how the file begins')).toEqual([])
  })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePath } from './parse-path.ts'
import { WorkspaceError } from '../workspace-error.ts'

const anywhere = { windows: false }
const windows = { windows: true }

describe('parsePath', () => {
  test.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['..', 'parent'],
    ['../secret.md', 'parent first'],
    ['a/../../secret.md', 'parent within'],
    ['a/./b.md', 'dot'],
    ['a//b.md', 'empty name'],
    ['a/', 'trailing slash'],
    ['a\0.md', 'NUL'],
    ['a\n.md', 'line feed'],
    ['..\\secret.md', 'backslash'],
    ['C:\\secret.md', 'drive'],
    ['C:/secret.md', 'drive with slash'],
    ['\ud800.md', 'lone surrogate'],
    ['a'.repeat(5000), 'too long'],
  ])('refuses %j (%s)', (path) => {
    expect(() => parsePath(path, anywhere)).toThrow(WorkspaceError)
  })

  test.each([
    'a/C:/secret.md',
    'note.md:stream',
    'note.md::$DATA',
    'aux',
    'folder/NUL.md',
    'com1.txt',
    'note.',
    'note ',
  ])('refuses %j on Windows and takes it literally on other systems', (path) => {
    expect(() => parsePath(path, windows)).toThrow(WorkspaceError)
    expect(parsePath(path, anywhere)).toEqual(path.split('/'))
  })

  test('[A-3] paths are NFC: both forms of a name are one path', () => {
    expect(parsePath('caf\u0065\u0301/x.md', anywhere)).toEqual(parsePath('caf\u00e9/x.md', anywhere))
  })

  test('does not decode: an encoded parent is a name', () => {
    expect(parsePath('%2e%2e%2fsecret.md', anywhere)).toEqual(['%2e%2e%2fsecret.md'])
    expect(parsePath('%2e%2e/secret.md', windows)).toEqual(['%2e%2e', 'secret.md'])
    expect(parsePath('\uff0e\uff0e\uff0fsecret.md', anywhere)).toEqual(['\uff0e\uff0e\uff0fsecret.md'])
  })

  test('accepts nothing that could lead up', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', '%2e', '\0', 'a', '\u2024', '\uff0e', 'C:', ' ')
    const path = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(path, fc.boolean(), (text, onWindows) => {
        let names: readonly string[]
        try {
          names = parsePath(text, { windows: onWindows })
        } catch (error) {
          expect(error).toBeInstanceOf(WorkspaceError)
          return
        }
        for (const name of names) {
          expect(['', '.', '..']).not.toContain(name)
          expect(name).not.toMatch(/[\\/]/)
        }
      }),
    )
  })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PathsByKey } from './create-link-resolver.ts'

test('after any changes, each key has the paths of a plain map of sets', () => {
  const step = fc.tuple(
    fc.constantFrom('add', 'remove'),
    fc.constantFrom('k', 'l'),
    fc.constantFrom('a', 'b', 'c'),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const paths = new PathsByKey()
      const plain = { k: new Set<string>(), l: new Set<string>() }
      for (const [what, key, path] of steps) {
        if (what === 'add') plain[key].add(path)
        else plain[key].delete(path)
        paths[what](key, path)
        const found = paths.get(key)
        expect(new Set(typeof found === 'string' ? [found] : found)).toEqual(plain[key])
        expect(paths.only(key)).toBe(plain[key].size === 1 ? [...plain[key]][0] : undefined)
      }
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAnnouncement } from './chat-view.tsx'

describe('nextAnnouncement', () => {
  test('waits for the end of a sentence', () => {
    expect(nextAnnouncement('The rent is', 0, false)).toBeUndefined()
    expect(nextAnnouncement('The rent is £4,250. It', 0, false)).toEqual({
      words: 'The rent is £4,250.',
      until: 19,
    })
  })

  test('a final full stop may be part of a number', () => {
    expect(nextAnnouncement('It is 30.', 0, false)).toBeUndefined()
    expect(nextAnnouncement('It is 30.5 m. Then', 0, false)?.words).toBe('It is 30.5 m.')
  })

  test('announces the rest when the answer ends', () => {
    expect(nextAnnouncement('One. Two', 4, true)).toEqual({ words: 'Two', until: 8 })
    expect(nextAnnouncement('One.', 4, true)).toBeUndefined()
  })

  test('reads words, not marks', () => {
    const text = '## Rent\n\n- **Pay** `£5`.[^1] See [the note](x.md).\n\n'
    expect(nextAnnouncement(text, 0, true)?.words).toBe('Rent Pay £5 . See the note.')
  })

  test('repeats nothing and skips nothing, however the text arrives', () => {
    const text = 'One is first. Two follows! Is three next? Four: the end。五つ。 Done'
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60 }), (steps) => {
        const said: string[] = []
        let until = 0
        let length = 0
        for (const step of [...steps, text.length]) {
          length = Math.min(text.length, length + step)
          const next = nextAnnouncement(text.slice(0, length), until, length === text.length)
          if (!next) continue
          said.push(next.words)
          until = next.until
        }
        expect(said.join(' ').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })
})

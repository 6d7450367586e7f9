import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateTokenizer } from './estimate-tokenizer.ts'
import { o200kTokenizer } from './o200k-tokenizer.ts'
import { anyText } from './testing/any-text.ts'

const TEXTS: Readonly<Record<string, string>> = {
  english: 'The team met yesterday to talk about the launch, and moved two tasks to next week. '.repeat(20),
  code: 'export function add(left: number, right: number): number {\n  return left + right\n}\n\n'.repeat(20),
  german: 'Das Team traf sich gestern, um den neuen Plan zu besprechen, und verschob Aufgaben. '.repeat(20),
  arabic: 'اجتمع الفريق أمس لمناقشة خطة الإطلاق الجديدة، واتفقوا على تأجيل بعض المهام. '.repeat(20),
  hebrew: 'הצוות נפגש אתמול כדי לדון בתוכנית ההשקה החדשה והחליט לדחות חלק מהמשימות. '.repeat(20),
  hindi: 'टीम ने कल नई योजना पर चर्चा करने के लिए बैठक की और कुछ काम टालने का निर्णय लिया। '.repeat(20),
  thai: 'เมื่อวานนี้ทีมงานได้ประชุมกันเพื่อหารือเกี่ยวกับแผนการเปิดตัวใหม่ '.repeat(20),
  chinese: '团队昨天开会讨论了新的发布计划，并同意将部分任务推迟到下周。'.repeat(20),
  hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n'.repeat(20),
}

describe('estimateTokenizer', () => {
  test('[B-1] nothing costs nothing, and anything costs something', () => {
    const { count } = estimateTokenizer()
    expect(count('')).toBe(0)
    for (const text of [' ', '\n', '\u200b', '\ud800', 'a', '.', '\0']) expect(count(text)).toBeGreaterThan(0)
    fc.assert(
      fc.property(
        anyText().filter((text) => text !== ''),
        (text) => {
          const tokens = count(text)
          expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
          expect(count(text)).toBe(tokens)
        },
      ),
    )
  })

  test.each(Object.entries(TEXTS))(
    '[B-1] %s is estimated within a third of an exact count',
    (_name, text) => {
      const exact = o200kTokenizer.count(text)
      const estimated = estimateTokenizer().count(text)
      expect(estimated).toBeGreaterThan(exact * 0.75)
      expect(estimated).toBeLessThan(exact * 1.35)
    },
  )

  test('two parts cost about what they cost together', () => {
    const { count } = estimateTokenizer()
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.lorem({ maxCount: 40 }), (left, right) => {
        const apart = count(`${left}\n`) + count(right)
        expect(Math.abs(apart - count(`${left}\n${right}`))).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('long runs are counted to the end, and never as nothing', () => {
    const { count } = estimateTokenizer()
    expect(count('a'.repeat(200_000))).toBeGreaterThan(20_000)
    expect(count(' '.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('\n'.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('\ud83d'.repeat(200_000))).toBeGreaterThan(1000)
    expect(count('👩‍👩‍👧‍👦'.repeat(20_000))).toBeGreaterThan(20_000)
    expect(count('word, and more of it. '.repeat(480_000))).toBeGreaterThan(2_000_000)
  })

  test('the id names the calibration, which scales and is bounded', () => {
    const text = TEXTS['english'] ?? ''
    const plain = estimateTokenizer()
    const more = estimateTokenizer(1.5)
    expect(plain.id).not.toBe(more.id)
    expect(more.count(text)).toBe(Math.ceil(plain.count(text) * 1.5))
    expect(estimateTokenizer(99).id).toBe(estimateTokenizer(2).id)
    expect(estimateTokenizer(0).id).toBe(estimateTokenizer(0.5).id)
    expect(estimateTokenizer(Number.NaN).id).toBe(plain.id)
    expect(estimateTokenizer(0.5).count('a')).toBe(1)
  })
})

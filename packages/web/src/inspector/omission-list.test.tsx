import { notice } from '@varve/contract/tables/notices'
import { noticeWords } from '../i18n/t.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OmissionList, type OmissionListProps } from './layers-tab.tsx'

const words = (props: OmissionListProps): string =>
  renderToStaticMarkup(<OmissionList {...props} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")

const GONE = 'There is no note "Three.md".'
const gone = notice('not-found', 'Three.md', { kind: 'note' })
const OMITTED = { key: 'a.md', reason: 'too long', tokens: 1_200 }

test('says that nothing was omitted only if no notice says otherwise', () => {
  expect(words({ omissions: [], notices: [] })).toBe('|Nothing omitted.|')
  expect(words({ omissions: [], notices: [gone] })).toBe(`|1 notice under the message.|${GONE}|`)
})

test('lists what the budget omitted first, then what was missing', () => {
  expect(words({ omissions: [OMITTED], notices: [gone, notice('found-left-out')] })).toBe(
    `|1 omitted.|a.md: too long (1,200 tokens)|2 notices under the message.|${GONE}|${noticeWords(notice('found-left-out'))}|`,
  )
})

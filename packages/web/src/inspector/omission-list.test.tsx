import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OmissionList, type OmissionListProps } from './layers-tab.tsx'

const words = (props: OmissionListProps): string =>
  renderToStaticMarkup(<OmissionList {...props} />)
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll('&quot;', '"')

const GONE = '"Three.md" is not there and was left out.'
const OMITTED = { key: 'a.md', reason: 'too long', tokens: 1_200 }

test('nothing is said to be omitted only where the message was told of nothing either', () => {
  expect(words({ omissions: [], notices: [] })).toBe('|Nothing omitted.|')
  expect(words({ omissions: [], notices: [GONE] })).toBe(`|1 notice under the message.|${GONE}|`)
})

test('what the budget took comes first, then what was not there', () => {
  expect(words({ omissions: [OMITTED], notices: [GONE, 'So.'] })).toBe(
    `|1 omitted.|a.md: too long (1,200 tokens)|2 notices under the message.|${GONE}|So.|`,
  )
})

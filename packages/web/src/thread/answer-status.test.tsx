import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answerView, turnView } from '../testing/turn-view.ts'
import { AnswerStatus } from './answer-status.tsx'
import { ThreadActions, type ThreadContext } from './use-turn-actions.ts'

const THREAD = { busy: false, answering: false } as ThreadContext

function render(change: Parameters<typeof answerView>[0], isContinued = false): string {
  const answer = answerView(change)
  return renderToStaticMarkup(
    <ThreadActions value={THREAD}>
      <AnswerStatus turn={turnView({ answers: [answer] })} answer={answer} isContinued={isContinued} />
    </ThreadActions>,
  )
}

test('an answer cut at the output limit can be continued, a complete one cannot', () => {
  expect(render({ endsEarly: 'output-limit' })).toMatch(/output limit.*>Continue</)
  expect(render({ endsEarly: 'output-limit' }, true)).toContain('Continued below.')
  expect(render({})).toBe('')
})

test('an answer withheld by its provider says so, and can be asked again', () => {
  expect(render({ endsEarly: 'withheld', text: 'As far' })).toMatch(
    /withheld the rest of this answer.*>Continue<.*>Try again</,
  )
  const none = render({ endsEarly: 'withheld', text: '' })
  expect(none).toMatch(/withheld this answer.*>Try again</)
  expect(none).not.toContain('Continue')
})

test('an empty answer says so, and can be asked again', () => {
  const none = render({ text: ' \n' })
  expect(none).toMatch(/returned an empty answer.*>Try again</)
  expect(none).not.toContain('Continue')
})

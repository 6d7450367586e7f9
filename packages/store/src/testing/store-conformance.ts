import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../open-store.ts'
import { anyText } from './conformance/any-text.ts'
import { branches } from './conformance/branches.ts'
import { chatFiles } from './conformance/chat-files.ts'
import { chatTexts } from './conformance/chat-texts.ts'
import { commits } from './conformance/commits.ts'
import { concurrentWriters } from './conformance/concurrent-writers.ts'
import { contents } from './conformance/contents.ts'
import { addWorkspaces } from './conformance/here.ts'
import { isolation } from './conformance/isolation.ts'
import { measuredCalls } from './conformance/measured-calls.ts'
import { modelKnowledge } from './conformance/model-knowledge.ts'
import type { MakePlace, Place } from './conformance/place.ts'
import { records } from './conformance/records.ts'
import { reopening } from './conformance/reopening.ts'
import { sealedData } from './conformance/sealed-data.ts'
import { sweeping } from './conformance/sweeping.ts'
import { turnsAndAnswers } from './conformance/turns-and-answers.ts'

/** What every database must do in the same way: the same tests, word for word, on a real one. */
export function storeConformance(name: string, makePlace: MakePlace): void {
  describe(`${name}: conformance`, () => {
    let place: Place | undefined
    let opened: Store | undefined
    const here = {
      get store(): Store {
        if (!opened) throw new Error('The store is not open.')
        return opened
      },
    }

    beforeAll(async () => {
      place = await makePlace()
      opened = await place.open()
      await addWorkspaces(opened, ['one', 'two'])
    })

    afterAll(() => place?.remove())

    commits(here)
    turnsAndAnswers(here)
    branches(here)
    modelKnowledge(here)
    contents(here)
    chatFiles(here)
    chatTexts(here)
    records(here)
    anyText(here)
    isolation(here)
    measuredCalls(here)
    reopening(makePlace)
    concurrentWriters(makePlace)
    sweeping(makePlace)
    sealedData(makePlace)
  })
}

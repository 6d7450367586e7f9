import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { WORKSPACE } from '../testing/temporary-app.ts'
import { parseStoredPolicy, POLICY } from './stored-policy.ts'

const SOUND = {
  sensitivity: 'relaxed',
  jurisdictions: ['US-CA'],
  decisions: { EMAIL: 'redact', NAME: 'ask' },
  allow: { literals: ['Ada'], domains: ['our-company.com'], types: [] },
  custom: [{ name: 'Project', text: 'BLUE HERON', severity: 'high' }],
  guardLocal: false,
} as const

describe('stored guard rules', () => {
  test('absent ones ask, valid ones are unchanged', () => {
    expect(parseStoredPolicy(undefined)).toEqual({ policy: POLICY.parse({}), problems: [] })
    expect(parseStoredPolicy(SOUND)).toEqual({ policy: SOUND, problems: [] })
  })

  test('an unreadable one affects no other, is as strict as possible, and is reported with its place', () => {
    const { policy, problems } = parseStoredPolicy({
      ...SOUND,
      sensitivity: 'loud',
      jurisdictions: 'US',
      decisions: { ...SOUND.decisions, IBAN: 'maybe' },
      allow: { literals: ['Ada', 7], domains: ['our-company.com'] },
      custom: [{ name: 'Old', regex: 'x' }, ...SOUND.custom],
      guardLocal: 'yes',
    })
    expect(policy).toEqual({ ...SOUND, sensitivity: 'strict', jurisdictions: [], guardLocal: true })
    expect(problems).toEqual([
      'sensitivity',
      'jurisdictions',
      'decisions, IBAN',
      'allow.literals, entry 2',
      'custom, entry 1',
      'guardLocal',
    ])
  })

  test('an old literal pattern becomes a text; later ones stay patterns', () => {
    const custom = [
      { name: 'Old', pattern: 'A.C (x)' },
      { name: 'New', pattern: 'CLT-\\d+', severity: 'low' },
    ]
    expect(parseStoredPolicy({ custom })).toMatchObject({
      policy: { custom: [{ name: 'Old', text: 'A.C (x)', severity: 'high' }, custom[1]] },
      problems: [],
    })
  })

  test('stores jurisdictions by id however typed, and keeps unknown ones', () => {
    const jurisdictions = ['us_ca', 'usa', 'gb', 'UK', 'Atlantis']
    const known = ['US-CA', 'US', 'UK', 'Atlantis']
    expect(parseStoredPolicy({ ...SOUND, jurisdictions }).policy.jurisdictions).toEqual(known)
    expect(parseStoredPolicy({ jurisdictions, guardLocal: 'yes' }).policy.jurisdictions).toEqual(known)
  })

  test('reports rules over the limit', () => {
    const custom = Array.from({ length: 101 }, (_, index) => ({ name: `${index}`, pattern: 'heron' }))
    const { policy, problems } = parseStoredPolicy({ custom })
    expect(policy.custom).toHaveLength(100)
    expect(problems).toEqual(['custom, more than 100 entries'])
  })

  test('reads any stored value completely or reports a problem, and can store it again', () => {
    const part = fc.oneof(fc.constant(null), fc.jsonValue(), fc.constantFrom(...Object.values(SOUND)))
    const names = fc.constantFrom(...Object.keys(SOUND), 'other')
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(names, part)), (stored) => {
        const { policy, problems } = parseStoredPolicy(stored)
        expect(POLICY.safeParse(policy).data).toEqual(policy)
        expect(problems.length === 0).toBe(POLICY.safeParse(stored ?? {}).success)
      }),
    )
  })
})

describe('with unreadable rules', () => {
  const MODEL = 'openai/gpt-5.6'
  let it: SimulatedApp

  beforeEach(async () => {
    it = await simulatedApp()
  })

  afterEach(() => it.remove())

  const place = { workspaceId: WORKSPACE }
  const store = (policy: unknown) => it.store.commit([it.store.settings.set(WORKSPACE, 'guard', policy)])
  const bodies = () => it.simulator.requests.filter(({ model }) => model !== undefined)

  test('nothing is sent, local models answer, and saving again repairs it', async () => {
    await store({ ...SOUND, sensitivity: 'loud' })
    const sending = it.ask(it.chatId, 'Where is the BLUE HERON?', [], MODEL)
    await expect(sending).rejects.toMatchObject({
      code: 'guard-rule-invalid',
      message: expect.stringMatching(/can't be read: sensitivity\..*Nothing has been sent\./s),
    })
    const { id } = await it.ask(it.chatId, 'Where is the BLUE HERON?', [], 'offline')
    const again = { ...place, chatId: it.chatId, turnId: id, modelIds: [MODEL] }
    await expect(it.app.regenerateAnswer(again)).rejects.toMatchObject({ code: 'guard-rule-invalid' })
    expect(bodies()).toEqual([])
    const { policy, problems } = await it.app.readGuard(place)
    expect({ policy, problems }).toEqual({
      policy: { ...SOUND, sensitivity: 'strict' },
      problems: ['sensitivity'],
    })
    expect((await it.app.setGuard({ ...place, policy })).problems).toBeUndefined()
    await expect(it.ask(it.chatId, 'Where is the BLUE HERON?', [], MODEL)).rejects.toMatchObject({
      code: 'guard-findings',
    })
  })

  test('local models do not answer either if they may be guarded', async () => {
    await store({ guardLocal: 'yes' })
    await expect(it.ask(it.chatId, 'Hello?', [], 'offline')).rejects.toThrow('guardLocal')
  })
})

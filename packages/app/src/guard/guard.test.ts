import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '../app-error.ts'
import type { SendMessageInput } from '../turn/send.ts'
import { type SimulatedApp, simulatedApp } from '../testing/simulated-app.ts'
import { collect, lastTurn, WORKSPACE } from '../testing/temporary-app.ts'
import type { GuardPartView, GuardPolicyView, TurnView } from '@varve/contract'

let it: SimulatedApp

beforeEach(async () => {
  it = await simulatedApp()
})

afterEach(() => it.remove())

const MODEL = 'openai/gpt-5.6'
const OTHER = 'anthropic/claude-sonnet-4-5'
const CANARY = 'canary.bird@posteo.net'
const REDACT = { action: 'redact' } as const
const bodies = () =>
  it.simulator.requests.filter(({ model }) => model !== undefined).map(({ bodyText }) => bodyText)

async function send(text: string, more: Partial<SendMessageInput> = {}): Promise<TurnView> {
  const place = { workspaceId: WORKSPACE, chatId: it.chatId }
  const { answerId } = await it.app.sendMessage({ ...place, text, attach: [], modelId: MODEL, ...more })
  return lastTurn(await collect(it.app, answerId))
}

describe('before sending', () => {
  test('asks about findings, masked; nothing is stored or sent', async () => {
    it.write('clients.md', `# Clients\n\nMail ${CANARY} or pay 4111 1111 1111 1111.\n`)
    const sending = send(`Who is ${CANARY}?`, { attach: ['clients.md'] })
    await expect(sending).rejects.toMatchObject({ code: 'guard-findings' })
    const error = await sending.catch((refused: { guard: unknown }) => refused)
    const { guard } = error as { guard: { findings: { type: string; place: string; masked: string[] }[] } }
    expect(guard.findings.map(({ type, place }) => `${type} ${place}`)).toContain('CREDIT_CARD clients.md')
    expect(guard).toMatchObject({ values: { CREDIT_CARD: 1 }, lighter: { redacted: { EMAIL: 1 }, sent: {} } })
    expect(JSON.stringify(guard)).not.toContain('4111 1111 1111 1111')
    expect(bodies()).toEqual([])
    expect(await it.store.turns.list(WORKSPACE, it.chatId)).toEqual([])
  })

  test('a custom rule is a pattern or text, tested before it is saved, and asked about by severity', async () => {
    const place = { workspaceId: WORKSPACE }
    const rule = { name: 'Case', pattern: 'CLT-\\d{4}' }
    const sample = 'CLT-\\d{4} is CLT-2041.'
    expect(await it.app.tryRule({ ...place, rule, sample })).toEqual({
      type: 'CUSTOM_CASE',
      matches: [{ start: 13, end: 21 }],
    })
    expect(await it.app.tryRule({ ...place, rule, sample: 'CL\u200bT-２０４１' })).toMatchObject({
      matches: [{ start: 0, end: 9 }],
    })
    for (const wrong of [
      { ...rule, pattern: 'CLT-[0-9' },
      { name: 'Case', text: 'x' },
    ])
      await expect(it.app.tryRule({ ...place, rule: wrong, sample })).rejects.toMatchObject({
        code: 'guard-rule-invalid',
      })
    await expect(
      it.app.setGuard({ ...place, policy: { custom: [{ ...rule, pattern: '(CLT' }] } }),
    ).rejects.toMatchObject({
      code: 'guard-rule-invalid',
      message: expect.stringContaining('missing closing )'),
    })
    await it.app.setGuard({
      ...place,
      policy: { custom: [rule, { name: 'Note', text: 'blue.', severity: 'low' }] },
    })
    await expect(send('Summarise CLT-2041.')).rejects.toMatchObject({
      guard: { findings: [{ type: 'CUSTOM_CASE', severity: 'high', rule: 'Case' }] },
    })
    const { guard } = await send('The sky is blue.')
    expect(guard).toEqual({ noted: { CUSTOM_NOTE: 1 } })
  })

  test('strict asks about moderate findings too; normal does not', async () => {
    const text = `Write to ${CANARY}.`
    expect((await send(text)).guard).toEqual({ noted: { EMAIL: 1 } })
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { sensitivity: 'strict' } })
    it = { ...it, chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id }
    await it.app.setChatSettings({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      settings: { runner: 'chat' },
    })
    for (const moderate of [
      `Write to other.bird@posteo.net.`,
      'Call +33 6 12 34 56 78.',
      'Born on 3 May 1984.',
    ])
      await expect(send(moderate)).rejects.toMatchObject({
        code: 'guard-findings',
        guard: { findings: [{ severity: 'moderate' }] },
      })
    // What is light stays a remark.
    expect((await send('The server is 203.0.113.77.')).guard).toEqual({ noted: { IP_ADDRESS: 1 } })
  })

  test('strict redacts moderate findings in tool results', async () => {
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { sensitivity: 'strict' } })
    await it.app.setChatSettings({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      settings: { runner: 'agent' },
    })
    it.write('mail.md', `Write to ${CANARY}.\n`)
    const calls = [{ tool: 'read', arguments: '{"path":"mail.md"}', callId: 'call-1' }]
    it.simulator.play({ kind: 'answer', calls }, { kind: 'answer', text: 'I have read it.' })
    await send('Read my mail.')
    expect(bodies().join()).toContain('<<EMAIL_1>>')
    expect(bodies().join()).not.toContain(CANARY)
  })

  test.each([
    ['strict', { sensitivity: 'strict' }, 'EMAIL'],
    [
      'a rule of one’s own',
      { custom: [{ name: 'Project', text: 'Blue Heron', severity: 'high' }] },
      'CUSTOM_PROJECT',
    ],
  ])('%s applies to earlier messages of the chat', async (_, policy, type) => {
    await send(`Write to ${CANARY} about Blue Heron.`)
    await it.app.setGuard({ workspaceId: WORKSPACE, policy })
    await expect(send('And?')).rejects.toMatchObject({ guard: { findings: [{ type, place: 'history' }] } })
    expect((await send('And?', { decision: REDACT })).answer.status).toBe('complete')
    expect(bodies().at(-1)).toContain(`<<${type}_1>>`)
    expect(bodies().at(-1)).not.toContain(type === 'EMAIL' ? CANARY : 'Blue Heron')
    await send('Thank you.')
    expect(bodies()).toHaveLength(3)
  })

  test('shows what the model would read: the message with placeholders, of the rest only masked values', async () => {
    it.write('clients.md', `# Clients\n\nPay 4111 1111 1111 1111 at Harbour Lane, mail ${CANARY}.\n`)
    const text = `Ask ${CANARY} whether GB29 NWBK 6016 1331 9268 19 is <<EMAIL_1>>.`
    const asked = async (sending: Promise<unknown>) =>
      ((await sending.catch((refused: unknown) => refused)) as AppError).guard?.reading
    const reading = await asked(send(text, { attach: ['clients.md'] }))
    expect(JSON.stringify(reading)).not.toMatch(/canary|4111|6016|Harbour/)
    expect(reading?.others).toMatchObject([
      { place: 'clients.md', placeholder: '<<CREDIT_CARD_1>>', type: 'CREDIT_CARD', masked: '•••• 1111' },
      { place: 'clients.md', placeholder: '<<EMAIL_1>>', masked: 'c…@…net' },
    ])
    const plain = (parts: readonly GuardPartView[] = []) =>
      parts.map((part) => (part.kind === 'text' ? part.text : part.placeholder)).join('')
    await send(text, { attach: ['clients.md'], decision: REDACT })
    const body = JSON.parse(bodies()[0] ?? '') as unknown
    expect(plain(reading?.message)).toBe('Ask <<EMAIL_1>> whether <<IBAN_1>> is <<LITERAL_1>>.')
    expect(JSON.stringify(body)).toContain(plain(reading?.message))

    // Asked of a local model first: a cloud model would get its numbers from the whole chat.
    const local = await it.app.createChat({ workspaceId: WORKSPACE })
    for (const said of ['Card 5555 5555 5555 4444.', 'Now 4111 1111 1111 1111.'])
      await send(said, { chatId: local.id, modelId: undefined })
    const { turns } = await it.app.openChat({ workspaceId: WORKSPACE, chatId: local.id })
    const place = { workspaceId: WORKSPACE, chatId: local.id, turnId: turns[1]?.id ?? '', modelIds: [MODEL] }
    const again = await asked(it.app.regenerateAnswer(place))
    expect(plain(again?.message)).toBe('Now <<CREDIT_CARD_2>>.')
    const { answerId } = await it.app.regenerateAnswer({ ...place, decision: REDACT })
    await collect(it.app, answerId)
    expect(bodies().at(-1)).toContain('Now <<CREDIT_CARD_2>>.')
  })

  test('explains placeholders to the model when there are new ones', async () => {
    await send('Is it late?')
    await send(`Write to ${CANARY} about 4111 1111 1111 1111.`, { decision: REDACT })
    await send('Shorter, please.')
    const told = bodies().map((body) => body.split('in double angle brackets').length - 1)
    expect(told).toEqual([0, 1, 1])
  })

  test('local models are not guarded unless the workspace asks for it', async () => {
    await send('My card is 4111 1111 1111 1111.', { modelId: undefined })
    const { policy } = await it.app.readGuard({ workspaceId: WORKSPACE })
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, guardLocal: true } })
    await expect(send('My card is 4111 1111 1111 1111.', { modelId: undefined })).rejects.toMatchObject({
      code: 'guard-findings',
    })
  })

  test('a workspace decision covers names and minor findings; names are otherwise only reported', async () => {
    const text = 'My name is Ann Leigh, born 14.03.1984. Mail ann.leigh@posteo.net.'
    const noted = await send(text)
    expect(noted.guard?.noted).toMatchObject({ NAME: 1, EMAIL: 1 })
    expect(bodies()[0]).toContain('Ann Leigh')
    const decideFor = async (decisions: GuardPolicyView['decisions']) => {
      const { policy } = await it.app.readGuard({ workspaceId: WORKSPACE })
      await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, decisions } })
    }
    const next = async () => ({ chatId: (await it.app.createChat({ workspaceId: WORKSPACE })).id })
    await decideFor({ NAME: 'redact' })
    const turn = await send(text, await next())
    expect(turn.guard?.redacted).toEqual({ NAME: 1 })
    expect(bodies()[1]).not.toContain('Ann Leigh')
    await decideFor({ EMAIL: 'ask' })
    await expect(send(text, await next())).rejects.toMatchObject({
      guard: { findings: [{ type: 'EMAIL', masked: ['a…@…net'] }] },
    })
  })

  test('each value can be decided by itself, names too', async () => {
    const text = `Write to Maria Schmidt, ${CANARY}, from card 4111 1111 1111 1111 or 5500 0055 5555 5559.`
    const refused = (await send(text).catch((error: unknown) => error)) as AppError
    const choices = refused.guard?.choices ?? []
    expect(choices.map(({ type, suggested, places }) => [type, suggested, ...places])).toEqual([
      ['NAME', 'send', 'message'],
      ['EMAIL', 'redact', 'message'],
      ['CREDIT_CARD', 'redact', 'message'],
      ['CREDIT_CARD', 'redact', 'message'],
    ])
    expect(JSON.stringify(choices)).not.toMatch(/Maria|canary|4111/)
    const [name, email, card] = choices.map(({ id }) => id)
    const values = { [name ?? '']: 'redact', [email ?? '']: 'send', [card ?? '']: 'send' } as const
    const turn = await send(text, { decision: { action: 'redact', values } })
    expect(turn.guard).toEqual({ redacted: { NAME: 1, CREDIT_CARD: 1 }, sent: { EMAIL: 1, CREDIT_CARD: 1 } })
    const said = `Write to <<NAME_1>>, ${CANARY}, from card 4111 1111 1111 1111 or <<CREDIT_CARD_1>>.`
    expect(bodies()[0]).toContain(said)
    // It holds in the next turn, and nothing is asked again.
    await send('And now?')
    expect(bodies()[1]).toContain(said)
  })

  test('a value whose type is always redacted is no choice', async () => {
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { decisions: { EMAIL: 'redact' } } })
    const text = `Write to ${CANARY} from card 4111 1111 1111 1111.`
    const refused = (await send(text).catch((error: unknown) => error)) as AppError
    expect(refused.guard?.choices?.map(({ type }) => type)).toEqual(['CREDIT_CARD'])
    const values = Object.fromEntries((refused.guard?.choices ?? []).map(({ id }) => [id, 'send' as const]))
    await send(text, { decision: { action: 'redact', always: ['CREDIT_CARD'], values } })
    expect(bodies()[0]).not.toContain('4111')
    expect(bodies()[0]).not.toContain(CANARY)
  })

  test('a canary in any outgoing part is never sent once redacted', async () => {
    it.write(`people/${CANARY}.md`, `# ${CANARY}\n\nReach her at ${CANARY}.\n`)
    it.write('AGENTS.md', `Never write to ${CANARY} on Sundays.\n`)
    await it.app.trustInstruction({ workspaceId: WORKSPACE, path: 'AGENTS.md' })
    await it.app.writeMemory({ workspaceId: WORKSPACE, content: `- knows ${CANARY}\n` })
    const always = { decision: { action: 'redact', always: ['EMAIL'] } } as const
    const turn = await send(`Tell me of ${CANARY}`, { attach: [`people/${CANARY}.md`], ...always })
    // Two values, however often they are there: in the path it has the file's ending.
    expect(turn.guard?.redacted).toEqual({ EMAIL: 2 })
    expect(turn.text).toContain(CANARY)
    await send('And what else?')
    await send('And you?', { modelId: OTHER })
    expect(bodies()).toHaveLength(3)
    for (const body of bodies()) {
      expect(body).not.toContain(CANARY)
      expect(body).not.toContain('canary.bird')
      expect(body).toContain('EMAIL_1')
    }
    const chat = await it.app.openChat({ workspaceId: WORKSPACE, chatId: it.chatId })
    expect(chat.turns[0]?.attachments[0]?.key).toBe(`people/${CANARY}.md`)
    expect(chat.kept[0]).toMatchObject({ title: expect.stringContaining('canary'), status: 'current' })
    const again = await it.app.regenerateAnswer({
      workspaceId: WORKSPACE,
      chatId: it.chatId,
      turnId: chat.turns[0]?.id ?? '',
      modelIds: [OTHER],
    })
    await collect(it.app, again.answerId)
    expect(bodies().at(-1)).not.toContain('canary.bird')
    const audit = await it.app.listAudit({ workspaceId: WORKSPACE })
    expect(audit.filter(({ action }) => action === 'guard-rules')).toHaveLength(1)
    expect(JSON.stringify(audit)).not.toContain('canary')
  })

  test('a value identified by context in one place is redacted everywhere, earlier turns included', async () => {
    const secret = 'Tr0ub4dor&3xyz'
    it.write('changes.md', `# Changes\n\n${secret} was changed on Monday.\n`)
    const named = `My password is ${secret}. What changed?`
    await send(named, { attach: ['changes.md'], decision: REDACT })
    expect(bodies()[0]).toContain('<<PASSWORD_1>> was changed on Monday')
    expect(bodies()[0]).not.toContain(secret)

    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    await send('My password is kX9#mPq27zz. Is it good?', { chatId, decision: REDACT })
    await send(`What is ${secret}?`, { chatId, attach: ['changes.md'] })
    expect(bodies()[2]).toContain(secret)
    const { id: turnId } = await send(named, { chatId })
    expect(bodies()[3]).toContain('What is <<PASSWORD_2>>?')
    expect(bodies()[3]).not.toContain(secret)
    await send('And now?', { chatId })
    const place = { workspaceId: WORKSPACE, chatId }
    const { answerId } = await it.app.regenerateAnswer({ ...place, turnId, modelIds: [OTHER] })
    await collect(it.app, answerId)
    expect(bodies().slice(4).join('')).not.toContain(secret)
  })

  test('a turn that redacted earlier text does so again on regenerate', async () => {
    await send(`Who is ${CANARY}?`)
    expect(bodies()[0]).toContain(CANARY)
    const { id: turnId } = await send('And her sister?', {
      decision: { action: 'redact', always: ['EMAIL'] },
    })
    const { id: later } = await send(`Write to ${CANARY}.`)
    for (const again of [turnId, later]) {
      const place = { workspaceId: WORKSPACE, chatId: it.chatId, turnId: again }
      await collect(it.app, (await it.app.regenerateAnswer({ ...place, modelIds: [OTHER] })).answerId)
    }
    expect(bodies()).toHaveLength(5)
    expect(bodies().slice(2).join('')).not.toContain('canary')
  })

  test('“always redact” applies to what was said before', async () => {
    const { id: turnId } = await send(`Who is ${CANARY}?`)
    const { policy } = await it.app.readGuard({ workspaceId: WORKSPACE })
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, decisions: { EMAIL: 'redact' } } })
    const place = { workspaceId: WORKSPACE, chatId: it.chatId, turnId }
    await collect(it.app, (await it.app.regenerateAnswer({ ...place, modelIds: [OTHER] })).answerId)
    await send('And her sister?', { modelId: OTHER })
    await send('And her brother?')
    expect(bodies()).toHaveLength(4)
    for (const body of bodies().slice(1)) expect(body).toContain('Who is <<EMAIL_1>>?')
    expect(bodies().slice(1).join('')).not.toContain('canary')

    const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
    await send('My card is 4111 1111 1111 1111.', { chatId, decision: { action: 'send' } })
    const decisions = { CREDIT_CARD: 'redact' } as const
    await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, decisions } })
    await send('Is it valid?', { chatId })
    expect(bodies().at(-2)).toContain('4111')
    expect(bodies().at(-1)).toContain('My card is <<CREDIT_CARD_1>>.')
  })

  test('“always send” applies from then on; existing placeholders stay', async () => {
    const set = async (decisions: GuardPolicyView['decisions']) => {
      const { policy } = await it.app.readGuard({ workspaceId: WORKSPACE })
      await it.app.setGuard({ workspaceId: WORKSPACE, policy: { ...policy, decisions } })
    }
    await set({ EMAIL: 'redact' })
    await send(`Who is ${CANARY}?`)
    await set({ EMAIL: 'send' })
    const { guard } = await send(`Is ${CANARY} the sister of ann@posteo.net?`)
    expect(guard).toEqual({ redacted: { EMAIL: 1 }, sent: { EMAIL: 1 } })
    expect(bodies()[1]).toContain('Is <<EMAIL_1>> the sister of ann@posteo.net?')
    await set({ EMAIL: 'redact' })
    await send('And now?')
    expect(bodies()[2]).toContain('Is <<EMAIL_1>> the sister of <<EMAIL_2>>?')
  })

  test('shows answers with values and sends them back with placeholders', async () => {
    it.simulator.play({
      kind: 'answer',
      text: 'Write to <<EMAIL_1>> or << email_1 >> today.',
      chunkCharacters: 3,
    })
    const turn = await send(`Draft a line to ${CANARY}.`, { decision: REDACT })
    expect(turn.answer.text).toContain(CANARY)
    await send('Shorter, please.')
    expect(bodies()[1]).not.toContain('canary')
  })

  test('shows reasoning with values too', async () => {
    it.simulator.play({
      kind: 'answer',
      reasoning: 'So <<EMAIL_1>> is hers.',
      text: 'Yes.',
      chunkCharacters: 3,
    })
    const place = { workspaceId: WORKSPACE, chatId: it.chatId, attach: [], modelId: OTHER }
    const text = `Is ${CANARY} hers?`
    const { answerId } = await it.app.sendMessage({ ...place, text, decision: REDACT })
    const events = await collect(it.app, answerId)
    const thought = events.map(({ event }) => (event.kind === 'reasoning' ? event.delta : ''))
    expect(thought.join('')).toBe(`So ${CANARY} is hers.`)
  })

  test('file names found for a local model are redacted for a cloud model', async () => {
    it.write('cards/4111 1111 1111 1111.md', '# Crane\n\nThe harbour crane was painted green by Ola.\n')
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    await it.app.setChatSettings({ ...place, settings: { runner: 'vault-qa' } })
    await send('Who painted the harbour crane?', { modelId: undefined })
    await it.app.setChatSettings({ ...place, settings: { runner: 'chat' } })
    await send('And why?', { decision: REDACT, passages: { decision: 'send' } })
    expect(bodies()[0]).toContain('painted green')
    expect(bodies()[0]).not.toContain('4111')
  })

  test('scans a user’s agent text like any other', async () => {
    const place = { workspaceId: WORKSPACE, chatId: it.chatId }
    const content = `---\nname: secretary\ndescription: Writes letters\n---\nYou work for ${CANARY}.\n`
    await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'agent', id: 'secretary', content })
    await it.app.setChatSettings({ ...place, settings: { agent: 'secretary' } })
    const turn = await send('Who do you work for?', { decision: { action: 'redact', always: ['EMAIL'] } })
    expect(turn.guard?.redacted).toEqual({ EMAIL: 1 })
    expect(bodies()[0]).toContain('You work for <<EMAIL_1>>')
    expect(bodies()[0]).not.toContain('canary')
  })

  test('a fork keeps the values of its placeholders, and continues their numbers', async () => {
    const always = { decision: { action: 'redact', always: ['EMAIL'] } } as const
    const { id: turnId } = await send(`Draft a line to ${CANARY}.`, always)
    const fork = await it.app.forkChat({ workspaceId: WORKSPACE, chatId: it.chatId, turnId })
    it.simulator.play({ kind: 'answer', text: 'To <<EMAIL_1>> and <<EMAIL_2>>.' })
    const turn = await send('And to other.bird@posteo.net?', { chatId: fork.id })
    expect(turn.answer.text).toBe(`To ${CANARY} and other.bird@posteo.net.`)
    expect(bodies().at(-1)).not.toContain('.bird@')
  })
})

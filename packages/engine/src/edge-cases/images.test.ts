import { describe, expect, test } from 'vitest'
import { checkEnvelope } from '../envelope/check-envelope.ts'
import type { Artifact, ImageReference } from '../artifact/artifact.ts'
import { hashText } from '../artifact/hash.ts'
import { messagesOf } from '../plan/messages-of.ts'
import type { Plan } from '../plan/plan.ts'
import {
  lastMessageText,
  note,
  requestText,
  sendAll,
  sendMessages,
  testModel,
} from '../testing/walkthroughs/send-message.ts'

const blind = testModel({ id: 'blind', vision: false })

describe('[V-1] pictures', () => {
  const active = illustrated('open.md', 'chart.png', { role: 'active' })

  test('those of the active note are shown; those of other notes are listed as omitted', () => {
    const { plan } = sendAll([{ text: 'Look', attach: [active, illustrated('other.md', 'photo.png')] }])
    expect(shown(plan)).toEqual(['chart.png'])
    expect(omitted(plan)).toEqual(['other.md#photo.png: image-of-other-note'])
  })

  test('a model without vision reads one stable line for each, and each is listed', () => {
    const sent = sendMessages([
      { text: 'Look', attach: [active], images: [picture('pasted.png')], model: blind },
      { text: 'And?', model: blind },
    ])
    expect(shown(sent[1]!.plan)).toEqual([])
    expect(requestText(sent[1]!.plan)).toContain('[image chart.png: this model reads no images]')
    expect(requestText(sent[1]!.plan)).toContain('[image pasted.png: this model reads no images]')
    expect(omitted(sent[1]!.plan)).toEqual(['open.md#chart.png: no-vision', 'pasted.png: no-vision'])
  })

  test('one sent already stays where it stands and is not sent twice', () => {
    const { plan } = sendAll([
      { text: 'Look', attach: [active] },
      { text: 'Again', attach: [active] },
    ])
    expect(shown(plan)).toEqual(['chart.png'])
    expect(lastMessageText(plan)).toContain('[image chart.png: given above, turn 1]')
  })

  test('[E-3] two of the same name in one message are two', () => {
    const images = ['a', 'b'].map((text) => ({
      hash: hashText(text),
      mediaType: 'image/png',
      name: 'image.png',
    }))
    const { envelope } = sendAll([{ text: 'Look', images }])
    expect([...envelope.layers.L3.segments].map(({ key }) => key)).toEqual(['image.png#1', 'image.png#2'])
    expect(checkEnvelope(envelope)).toEqual([])
  })

  test('a remote one is not fetched without consent, and listed', () => {
    const remote = note('open.md', 'text', { role: 'active', images: [{ ...picture('far.png'), hash: '' }] })
    const { plan } = sendAll([{ text: 'Look', attach: [remote] }])
    expect(shown(plan)).toEqual([])
    expect(lastMessageText(plan)).toContain('[image far.png: not fetched]')
    expect(omitted(plan)).toEqual(['open.md#far.png: remote-image-without-consent'])
  })

  test('[P-6] at a re-base pasted ones stay while recent and become a line after', () => {
    const pasted = { text: 'Look', images: [picture('pasted.png')] }
    const recent = sendAll([pasted, { text: 'Anew', rebase: 'settings' }])
    expect(shown(recent.plan)).toEqual(['pasted.png'])
    const old = sendAll([pasted, { text: 'a' }, { text: 'b' }, { text: 'Anew', rebase: 'settings' }])
    expect(shown(old.plan)).toEqual([])
    expect(requestText(old.plan)).toContain('[image pasted.png: shown in turn 1]')
    expect(omitted(old.plan)).toEqual(['pasted.png: image-not-recent'])
  })

  test('[L2-4] at a re-base the text of an illustrated note is promoted, its picture is not', () => {
    const { plan } = sendAll([
      { text: 'Look', attach: [active] },
      { text: 'Anew', rebase: 'settings' },
    ])
    expect(shown(plan)).toEqual([])
    expect(requestText(plan)).toContain('text of open.md')
  })
})

function picture(name: string): ImageReference {
  return { hash: hashText(name), mediaType: 'image/png', name, width: 640, height: 480 }
}

function illustrated(path: string, image: string, changes: Partial<Artifact> = {}): Artifact {
  return note(path, `text of ${path}`, { images: [picture(image)], ...changes })
}

function shown(plan: Plan): readonly string[] {
  return messagesOf(plan).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'image' ? [part.image.name] : [])),
  )
}

function omitted(plan: Plan): readonly string[] {
  return [...plan.omissions].map(([, { key, reason }]) => `${key}: ${reason}`).toSorted()
}

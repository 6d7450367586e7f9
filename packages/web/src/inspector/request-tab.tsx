import './request-tab.css'
import '../parts/show-more.css'
import './wire-body.css'
import type { InspectionView } from '@varve/contract'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../workbench/actions.ts'
import { formatBytes } from '../view-model/text/format.ts'
import { printJson } from '../view-model/text/print-json.ts'
import { settingsFacts } from '../view-model/models/models.ts'
import { t } from '../i18n/t.ts'

/** As many lines are drawn at first, and as many characters of one line; the rest opens. */
const FIRST_LINES = 300

const FIRST_CHARACTERS = 600

const NAME = /^(\s*)("(?:[^"\\]|\\.)*": )?/

/** The request exactly as it was sent: its body where it went over a wire, else its messages. */
export function RequestTab({ inspection }: { readonly inspection: InspectionView }) {
  const { wire, settings } = inspection
  return wire ? <WireBody wire={wire} settings={settings} /> : <Messages inspection={inspection} />
}

/** The messages, part by part. */
function Messages({ inspection }: { readonly inspection: InspectionView }) {
  const { copied, copy } = useCopy()
  const { request } = inspection
  return (
    <>
      <p className="inspector-total">
        <b className="figures">{request.length}</b>
        <span>{t('{count|message|messages}, as sent', { count: request.length })}</span>
        <span className="grow" />
        <Button small onClick={() => copy(JSON.stringify(request, undefined, 2))}>
          {copied ? t('Copied') : t('Copy as JSON')}
        </Button>
      </p>
      <ol className="request-messages">
        {request.map((message, index) => (
          <li key={index}>
            <h3>
              <span className="figures faint">{index + 1}</span> {message.role}
              {message.parts.length > 1 ? (
                <span className="faint">{t('{count} parts', { count: message.parts.length })}</span>
              ) : null}
            </h3>
            {message.parts.map((part, place) => (
              <RequestPart
                key={place}
                text={part}
                label={t('Message {number}, part {number2}', { number: index + 1, number2: place + 1 })}
              />
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}

type Wire = NonNullable<InspectionView['wire']>

interface WireBodyProps {
  readonly wire: Wire
  readonly settings: InspectionView['settings']
}

/** The body that went over the wire. Copying gives its exact bytes; shown, it is laid out over lines. */
function WireBody({ wire, settings }: WireBodyProps) {
  const { copied, copy } = useCopy()
  return (
    <>
      <p className="inspector-total">
        <b className="figures">{formatBytes(sizeOf(wire))}</b>
        <span>{t('as sent')}</span>
        <span className="grow" />
        {wire.leftOut ? null : (
          <Button small onClick={() => copy(wire.bodyText)}>
            {copied ? t('Copied') : t('Copy exact body')}
          </Button>
        )}
      </p>
      <dl className="wire-facts">
        <dt>{t('Protocol')}</dt>
        <dd>{wire.protocol}</dd>
        <dt>{t('Path')}</dt>
        <dd className="mono">POST {wire.path}</dd>
        {settings ? (
          <>
            <dt>{t('Settings')}</dt>
            <dd>{settingsFacts(settings).join(', ')}</dd>
          </>
        ) : null}
      </dl>
      <Losses losses={wire.losses} />
      {wire.leftOut ? (
        <p>{t('The body was too long to store. Its hash is {hash}.', { hash: wire.leftOut.hash })}</p>
      ) : (
        <WireLines text={wire.bodyText} />
      )}
    </>
  )
}

function sizeOf({ bodyText, leftOut }: Wire): number {
  return leftOut?.characters ?? new TextEncoder().encode(bodyText).length
}

function Losses({ losses }: Pick<Wire, 'losses'>) {
  if (losses.length === 0) return null
  return (
    <section className="wire-losses">
      <h3>{t('{count} {count|thing|things} not supported by this protocol', { count: losses.length })}</h3>
      <ul>
        {losses.map(({ what, why }) => (
          <li key={`${what} ${why}`}>
            <b>{what}</b> {why}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WireLines({ text }: { readonly text: string }) {
  const lines = useMemo(() => printJson(text), [text])
  const [all, setAll] = useState(false)
  const shown = all ? lines : lines.slice(0, FIRST_LINES)
  const more = lines.length - shown.length
  return (
    <div className="wire-lines">
      <div className="wire-scroll" role="region" aria-label={t('Body of the request')} tabIndex={0}>
        <code>
          {shown.map((line, index) => (
            // Lines have no other name than their place.
            <WireLine key={index} line={line} />
          ))}
        </code>
      </div>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {t('{more} more {more|line|lines}', { more })}
        </button>
      ) : null}
    </div>
  )
}

function WireLine({ line }: { readonly line: string }) {
  const [all, setAll] = useState(line.length <= FIRST_CHARACTERS)
  const [begin = '', indent = '', name = ''] = NAME.exec(line) ?? []
  const value = line.slice(begin.length, all ? undefined : FIRST_CHARACTERS)
  return (
    <span className="wire-line" style={{ paddingLeft: `${12 + indent.length * 6}px` }}>
      {name === '' ? null : <span className="wire-name">{name}</span>}
      {value}
      {all ? null : (
        <button type="button" className="wire-rest" onClick={() => setAll(true)}>
          {t('{more} more characters', { more: line.length - FIRST_CHARACTERS })}
        </button>
      )}
      {'\n'}
    </span>
  )
}

/** Longer parts begin folded; each can be opened in full. */
const FIRST_PART_CHARACTERS = 1_200

/** A text as it was sent. */
export function RequestPart({ text, label }: { readonly text: string; readonly label: string }) {
  const [all, setAll] = useState(text.length <= FIRST_PART_CHARACTERS)
  return (
    <>
      <pre className="request-part" tabIndex={0} aria-label={label}>
        {all ? text : `${text.slice(0, FIRST_PART_CHARACTERS)}…`}
      </pre>
      {all ? null : (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {t('{more} more characters', { more: text.length - FIRST_PART_CHARACTERS })}
        </button>
      )}
    </>
  )
}

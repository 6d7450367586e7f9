import type { InspectionView } from '@varve/server/types'
import { useMemo, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { useCopy } from '../parts/use-copy.ts'
import { formatBytes } from '../view-model/text/format-bytes.ts'
import { printJson } from '../view-model/text/print-json.ts'
import { settingsFacts } from '../view-model/models/settings-words.ts'
import { useActions } from '../workbench/actions.ts'
import '../parts/show-more.css'
import './wire-body.css'

/** As many lines are drawn at first, and as many characters of one line; the rest opens. */
const FIRST_LINES = 300
const FIRST_CHARACTERS = 600

type Wire = NonNullable<InspectionView['wire']>

interface WireBodyProps {
  readonly wire: Wire
  readonly settings: InspectionView['settings']
}

/** The body that went over the wire. Copying gives its exact bytes; shown, it is laid out over lines. */
export function WireBody({ wire, settings }: WireBodyProps) {
  const { say } = useActions()
  const { copied, copy } = useCopy((text) => say({ tone: 'error', text }))
  return (
    <>
      <p className="inspector-total">
        <b className="figures">{formatBytes(sizeOf(wire))}</b>
        <span>as sent</span>
        <span className="grow" />
        {wire.leftOut ? null : (
          <Button small onClick={() => copy(wire.bodyText)}>
            {copied ? 'Copied' : 'Copy exact body'}
          </Button>
        )}
      </p>
      <dl className="wire-facts">
        <dt>Protocol</dt>
        <dd>{wire.protocol}</dd>
        <dt>Path</dt>
        <dd className="mono">POST {wire.path}</dd>
        {settings ? (
          <>
            <dt>Settings</dt>
            <dd>{settingsFacts(settings).join(', ')}</dd>
          </>
        ) : null}
      </dl>
      <Losses losses={wire.losses} />
      {wire.leftOut ? (
        <p>The body was too long to be kept. Its hash is {wire.leftOut.hash}.</p>
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
      <h3>{losses.length === 1 ? '1 thing' : `${losses.length} things`} this protocol could not say</h3>
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
      <div className="wire-scroll" role="region" aria-label="Body of the request" tabIndex={0}>
        <code>
          {shown.map((line, index) => (
            // Lines have no other name than their place.
            <WireLine key={index} line={line} />
          ))}
        </code>
      </div>
      {more > 0 ? (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {more.toLocaleString('en-US')} more {more === 1 ? 'line' : 'lines'}
        </button>
      ) : null}
    </div>
  )
}

const NAME = /^(\s*)("(?:[^"\\]|\\.)*": )?/

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
          {(line.length - FIRST_CHARACTERS).toLocaleString('en-US')} more characters
        </button>
      )}
      {'\n'}
    </span>
  )
}

import type { GuardPart, GuardReading as Reading, GuardReplaced } from '../api/guard-types.ts'
import { findingName, placeName, upperFirst } from '../view-model/rules/guard-words.ts'
import { Fold } from './fold.tsx'
import './guard-reading.css'

/** As many values are listed of what comes along. */
const SHOWN = 30

/** The message as it leaves when it is redacted, and what is replaced in everything that comes along. */
export function GuardReading({ reading }: { readonly reading: Reading }) {
  const { message, elsewhere } = reading
  if (message.length === 0 && elsewhere.length === 0) return null
  const more = elsewhere.length - SHOWN
  return (
    <Fold title="What the model will read" isOpen>
      {message.length === 0 ? null : (
        <div className="guard-reading" role="region" aria-label="Your message as it is sent" tabIndex={0}>
          {/* Parts have no names of their own, and their order never changes. */}
          {message.map((part, at) => (
            <Part key={at} part={part} />
          ))}
        </div>
      )}
      {elsewhere.length === 0 ? null : (
        <ul className="guard-replaced" aria-label="Replaced in what comes along">
          {elsewhere.slice(0, SHOWN).map((replaced) => (
            <Replaced key={`${replaced.place} ${replaced.placeholder}`} replaced={replaced} />
          ))}
          {more > 0 ? <li className="faint">and {more} more</li> : null}
        </ul>
      )}
      <p className="guard-limits">This is what “Redact and send” sends; “Send as it is” replaces nothing.</p>
    </Fold>
  )
}

function Part({ part }: { readonly part: GuardPart }) {
  if (part.kind === 'text') return <>{part.text}</>
  const { placeholder, type, masked } = part
  return <mark title={`${upperFirst(replacedName(type))} ${masked}`}>{placeholder}</mark>
}

function Replaced({ replaced }: { readonly replaced: GuardReplaced }) {
  const { place, placeholder, masked } = replaced
  return (
    <li>
      <mark>{placeholder}</mark>
      <span>
        for <span className="mono">{masked}</span> {place === 'history' ? '' : 'in '}
        {placeName(place)}
      </span>
    </li>
  )
}

function replacedName(type: string): string {
  return type === 'LITERAL' ? 'what looked like a placeholder' : findingName(type)
}

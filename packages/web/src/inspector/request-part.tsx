import { useState } from 'react'
import '../parts/show-more.css'
import './request-tab.css'

/** Longer parts begin folded; each can be opened in full. */
const FIRST_CHARACTERS = 1_200

/** A text as it was sent. */
export function RequestPart({ text, label }: { readonly text: string; readonly label: string }) {
  const [all, setAll] = useState(text.length <= FIRST_CHARACTERS)
  return (
    <>
      <pre className="request-part" tabIndex={0} aria-label={label}>
        {all ? text : `${text.slice(0, FIRST_CHARACTERS)}…`}
      </pre>
      {all ? null : (
        <button type="button" className="show-more" onClick={() => setAll(true)}>
          {(text.length - FIRST_CHARACTERS).toLocaleString('en-US')} more characters
        </button>
      )}
    </>
  )
}

import { type FormEvent, useState } from 'react'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { useActions } from '../workbench/actions.ts'
import '../parts/text-field.css'

/** Says something to a model while it works; it reads that with the next results. */
export function SteerField({ answerId }: { readonly answerId: string }) {
  const { say } = useActions()
  const [text, setText] = useState('')
  const [said, setSaid] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words === '') return
    // At once: what is typed next is another thing to say, and a second Enter says nothing twice.
    setText('')
    try {
      await routes.steer(answerId, words)
      setSaid(words)
    } catch (error) {
      setText((since) => [words, since].filter((each) => each !== '').join(' '))
      say({ tone: 'error', text: `Not said. ${adviseOn(error).what}` })
    }
  }
  return (
    <form className="steer" onSubmit={(event) => void submit(event)}>
      <input
        className="text-field grow"
        aria-label="Say something while it works"
        placeholder="Say something while it works"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text.trim() === ''}>
        Say
      </Button>
      <p className="visually-hidden" role="status">
        {said === undefined ? '' : `Said: “${said}”. It is read with the next results.`}
      </p>
    </form>
  )
}

import './sign-in.css'
import { useState } from 'react'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { BrandMark } from '../parts/icon.tsx'

/** In place of the page, for a browser that Varve doesn't know. */
export function SignIn() {
  const [isRefused, setRefused] = useState(false)
  const tryAgain = async () => {
    // A link that was opened in another tab has signed this browser in.
    const isSignedIn = await routes.workspaces().then(
      () => true,
      () => false,
    )
    setRefused(!isSignedIn)
    if (isSignedIn) location.reload()
  }
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <p className="sign-in-brand">
          <BrandMark />
          Varve
        </p>
        <h1>Sign in to Varve</h1>
        <p>
          Varve is running on this computer. This browser isn’t signed in yet, or wasn’t used for a long time.
        </p>
        <ol>
          <li>Open a terminal on this computer.</li>
          <li>
            Run <code>npx varve open</code> in the folder of Varve. It opens Varve here, or prints a link.
          </li>
        </ol>
        <p className="faint">
          Each link works once, within 15 minutes. After that this browser stays signed in, also when Varve
          restarts.
        </p>
        <Button onClick={() => void tryAgain()}>Try again</Button>
        <p role="status" className="faint">
          {isRefused ? 'Not signed in yet. Open the link in this browser first.' : ''}
        </p>
      </div>
    </main>
  )
}

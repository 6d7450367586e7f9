import './sign-in.css'
import '../parts/text-field.css'
import { type SyntheticEvent, useEffect, useId, useState } from 'react'
import { askSignIn, signInByPassword } from '../api/browser-key.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { BrandMark } from '../parts/icon.tsx'
import { rich, t } from '../i18n/t.ts'

/** In place of the page, for a browser that Varve doesn't know. */
export function SignIn() {
  const hasPassword = useHasPassword()
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <p className="sign-in-brand">
          <BrandMark />
          Varve
        </p>
        <h1>{t('Sign in to Varve')}</h1>
        {hasPassword ? <PasswordForm /> : <LinkSteps />}
      </div>
    </main>
  )
}

/** Whether Varve was started with a password; until that is known, a link is the way. */
function useHasPassword(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    void askSignIn().then(
      (asked) => setHas(asked?.hasPassword ?? false),
      () => undefined,
    )
  }, [])
  return has
}

const PROBLEMS = {
  wrong: t('That password is wrong.'),
  wait: t('Too many wrong passwords. Try again in a few minutes.'),
  unreachable: t('Varve isn’t responding.'),
} as const

function PasswordForm() {
  const [problem, setProblem] = useState<keyof typeof PROBLEMS>()
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const status = useId()
  const signIn = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    const result = await signInByPassword(password).catch(() => 'unreachable' as const)
    if (result === 'signed-in') return location.reload()
    setProblem(result)
    setBusy(false)
  }
  return (
    <>
      <form className="sign-in-form" onSubmit={(event) => void signIn(event)}>
        {/* For managers of passwords, which look for both. */}
        <input type="text" name="username" autoComplete="username" value="varve" readOnly hidden />
        <label>
          <span>{t('Password')}</span>
          <input
            className="text-field"
            type="password"
            name="password"
            autoComplete="current-password"
            autoFocus
            required
            maxLength={1000}
            value={password}
            aria-invalid={problem === 'wrong'}
            aria-describedby={status}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <p role="status" id={status} className="sign-in-problem">
          {problem === undefined ? '' : PROBLEMS[problem]}
        </p>
        <Button type="submit" look="main" disabled={isBusy}>
          {t('Sign in')}
        </Button>
      </form>
      <p className="faint">
        {rich(
          'The password is in the file that Varve was started with. {code} on its computer prints a link that signs in too.',
          { code: <code>varve open</code> },
        )}
      </p>
    </>
  )
}

function LinkSteps() {
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
    <>
      <p>
        {t(
          'Varve is running on this computer. This browser isn’t signed in yet, or wasn’t used for a long time.',
        )}
      </p>
      <ol>
        <li>{t('Open a terminal on this computer.')}</li>
        <li>
          {rich('Run {code} in the folder of Varve. It opens Varve here, or prints a link.', {
            code: <code>npx varve open</code>,
          })}
        </li>
      </ol>
      <p className="faint">
        {t(
          'Each link works once, within 15 minutes. After that this browser stays signed in, also when Varve restarts.',
        )}
      </p>
      <Button onClick={() => void tryAgain()}>{t('Try again')}</Button>
      <p role="status" className="faint">
        {isRefused ? t('Not signed in yet. Open the link in this browser first.') : ''}
      </p>
    </>
  )
}

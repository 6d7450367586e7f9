import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepPageKey } from './api/page-key.ts'
import { App } from './app.tsx'
import { keepInputMethodKeys } from './parts/input-method.ts'
import './styles/print.css'

// Before anything else listens.
keepInputMethodKeys()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
keepPageKey()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

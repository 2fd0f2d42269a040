/** Starts the page: styles, the reader's theme before the first paint, then the application. */
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { en } from 'zod/locales'
import { z } from 'zod/mini'
import { App } from './app.tsx'
import { createApplication } from './application.ts'
import { ApplicationProvider } from './context.tsx'
import { applyTheme, readTheme } from './theme.ts'

// The page's security policy forbids code made at run time, which is how zod compiles its validators.
z.config({ jitless: true, ...en() })
applyTheme(readTheme())

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ApplicationProvider application={createApplication(window)}>
      <App />
    </ApplicationProvider>
  </StrictMode>,
)

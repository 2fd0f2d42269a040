/** Starts the page: styles, then the application. */
import '../ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { en } from 'zod/locales'
import { z } from 'zod/mini'
import { App } from './app.tsx'
import { createApplication, type Begun } from './application.ts'
import { ApplicationProvider } from './context.tsx'
import { askBeforeLeaving } from './leaving.ts'

// The page's security policy forbids code made at run time, which is how zod compiles its validators.
z.config({ jitless: true, ...en() })

export const start = (begun: Begun): void => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <ApplicationProvider application={createApplication(window, begun)}>
        <Router aroundNav={askBeforeLeaving}>
          <App />
        </Router>
      </ApplicationProvider>
    </StrictMode>,
  )
}

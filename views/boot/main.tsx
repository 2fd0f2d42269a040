/** Starts the page: styles, then the application. */
import '../ui/base.css'
import { StrictMode } from 'react'
import { Router } from 'wouter'
import { en } from 'zod/locales'
import { z } from 'zod/mini'
import { App } from './app.tsx'
import type { Application } from '../application/application.ts'
import { createApplication, type Begun } from './application.ts'
import { ApplicationProvider } from '../application/context.tsx'
import { askBeforeLeaving } from '../shared/forms/leaving.ts'
import { shareHabits } from '../server-rendering/habits.ts'
import { PageShownProvider } from '../application/page-shown.tsx'
import { placeOf, TakesPlace, TakesPlaceOfDrawn } from '../server-rendering/prerendered.ts'
import { createRoot } from './react.ts'
import { idle } from '../application/when-idle.ts'

// The content security policy forbids `eval`, which zod uses to compile validators.
z.config({ jitless: true, ...en() })

/** The page takes the place of the server-drawn one. */
const SHOWN = { page: TakesPlaceOfDrawn, other: TakesPlace }

export const start = (begun: Begun): void => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const application = createApplication(window, begun)
  createRoot(placeOf(root)).render(
    <StrictMode>
      <ApplicationProvider application={application}>
        <PageShownProvider value={SHOWN}>
          <Router aroundNav={askBeforeLeaving}>
            <App />
          </Router>
        </PageShownProvider>
      </ApplicationProvider>
    </StrictMode>,
  )
  void application.firstAnswers.then(shareHabits)
  if (import.meta.env.PROD)
    keepForOffline(application).catch((cause: unknown) =>
      console.warn('Offline start is unavailable on the next visit', cause),
    )
}

/** The page's own requests go first. */
const KEPT_AFTER_MS = 3000

/** Waits for the page and for idle time: this prepares the next visit. */
const keepForOffline = async ({ firstAnswers, version$ }: Application) => {
  await firstAnswers
  await new Promise((resolve) => setTimeout(resolve, KEPT_AFTER_MS))
  await idle()
  const { followVersions } = await import('./offline/follow-versions.ts')
  await followVersions(window, version$)
}

/** Guide of one framework. */
import { useLocation } from 'wouter'
import { matchPage } from '../../boot/pages.ts'
import { NotFound } from '../../shared/page/error-pages.tsx'
import { GettingStartedPage } from './getting-started-page.tsx'
import { GuideSteps } from './guide-steps.tsx'
import { GUIDES } from './guides.ts'

export function GettingStartedWith() {
  const [location] = useLocation()
  const framework = matchPage(location)?.params['framework']
  const guide = GUIDES.find(({ id }) => id === framework)
  if (guide === undefined) return <NotFound isInFrame />
  return (
    <GettingStartedPage framework={guide.name}>
      <GuideSteps key={guide.id} guide={guide} />
    </GettingStartedPage>
  )
}

/** Selects a user's own work in a project. Pure: the panel loads the data. */
import type { ExploratorySessionSummary } from '../../../contract/exploratory/sessions.ts'
import type { Launch } from '../../../contract/launches/launches.ts'
import { formatCount } from '../../ui/text/figures.ts'
import { inProjectHref, launchesHref, launchHref, paths } from '../../shared/routes.ts'

interface YoursItem {
  id: 'sessions' | 'reviews'
  title: string
  detail: string
  href: string
  /** Label of the button. */
  action: string
}

export interface YoursFacts {
  projectKey: string
  username: string
  /** Open exploratory sessions assigned to the user, newest first. */
  sessions: { items: readonly Pick<ExploratorySessionSummary, 'id' | 'title'>[]; total: number }
  /** Failed launches that the user started and nobody has reviewed, newest first. */
  reviews: { items: readonly Pick<Launch, 'id' | 'name' | 'number'>[]; total: number }
}

export const yoursOf = ({ projectKey, username, sessions, reviews }: YoursFacts): YoursItem[] => {
  const [session] = sessions.items
  const [launch] = reviews.items
  return [
    ...(session === undefined
      ? []
      : [
          {
            id: 'sessions' as const,
            title: `${formatCount(sessions.total, 'exploratory session')} assigned to you`,
            detail: `${sessions.total === 1 ? '' : 'Newest: '}${session.title}`,
            href: `${inProjectHref(paths.exploratorySessions, projectKey)}/${session.id}`,
            action: 'Continue',
          },
        ]),
    ...(launch === undefined
      ? []
      : [
          {
            id: 'reviews' as const,
            title: `${formatCount(reviews.total, 'failed launch', 'failed launches')} of yours to review`,
            detail: `${reviews.total === 1 ? '' : 'Newest: '}${launch.name} #${launch.number}`,
            href:
              reviews.total === 1
                ? launchHref(projectKey, launch.id)
                : launchesHref(projectKey, { status: ['FAILED'], reviewed: 'false', user: [username] }),
            action: 'Review',
          },
        ]),
  ]
}

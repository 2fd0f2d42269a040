/** Reviewer, time and comment of a launch's review. */
import { Eye, MessageSquare } from 'lucide-react'
import type { Launch } from '../../../contract/launches/launches.ts'
import { shownUsername } from '../../../contract/projects/people.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import styles from './review-note.module.css'

export function ReviewNote({ launch: { reviewed, review, comments } }: { launch: Launch }) {
  const comment = comments?.trim() ?? ''
  if (!reviewed && comment === '') return null
  return (
    <section className={styles.note} aria-label={reviewed ? 'Review' : 'Comment'}>
      {reviewed ? <Eye aria-hidden /> : <MessageSquare aria-hidden />}
      <div>
        {reviewed && (
          <p>
            Reviewed
            {review?.by ? (
              <>
                {' '}
                by <b>{shownUsername(review.by)}</b>
              </>
            ) : null}{' '}
            {review ? <RelativeTime at={review.at} /> : null}
          </p>
        )}
        {comment !== '' && <p className={styles.comment}>{comment}</p>}
      </div>
    </section>
  )
}

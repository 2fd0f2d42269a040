/** The signed-in user's photo, with upload and removal. */
import { setPhoto, removePhoto } from '../../../contract/workspace/profile.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useSession } from '../../application/context.tsx'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { Avatar } from '../../ui/marks/avatar.tsx'

/** `name`: the displayed name. Read-only users cannot change their photo. */
export function Photo({ name }: { name: string }) {
  const { session, send } = useApplication()
  const { user } = useSession()
  return (
    <>
      <Avatar name={name} photoUrl={user.photoUrl} size={28} />
      {!user.readOnly && (
        <PictureButtons
          noun="photo"
          isThere={user.photoUrl !== null}
          words={{
            upload: 'Upload photo',
            change: 'Change photo',
            wrongType: TEXTS.photoType,
            saved: TEXTS.photoUpdated,
            removed: TEXTS.photoDeleted,
            askToRemove: 'Remove your photo?',
          }}
          without="Your initials are shown instead."
          save={async (image) =>
            session.send({ type: 'user/changed', user: await send(setPhoto, { body: { image } }) })
          }
          remove={async () => session.send({ type: 'user/changed', user: await send(removePhoto) })}
        />
      )}
    </>
  )
}

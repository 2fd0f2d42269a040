/** The signed-in user's photo, with upload and removal. */
import { TEXTS } from '../../../contract/texts.ts'
import { useApplication, useSession } from '../../boot/context.tsx'
import { useProfile } from '../../shared/use-profile.ts'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { Avatar } from '../../ui/avatar.tsx'

/** `name`: the displayed name. Read-only users cannot change their photo. */
export function Photo({ name }: { name: string }) {
  const profile = useProfile()
  const { session } = useApplication()
  const { person } = useSession()
  return (
    <>
      <Avatar name={name} photoUrl={person.photoUrl} size={28} />
      {!person.readOnly && (
        <PictureButtons
          noun="photo"
          isThere={person.photoUrl !== null}
          words={{
            upload: 'Upload photo',
            change: 'Change photo',
            wrongType: TEXTS.photoType,
            saved: TEXTS.photoUpdated,
            removed: TEXTS.photoDeleted,
            askToRemove: 'Remove your photo?',
          }}
          without="Your initials are shown instead."
          save={async (image) => session.send({ type: 'person/changed', person: await profile.setPhoto(image) })}
          remove={async () => session.send({ type: 'person/changed', person: await profile.removePhoto() })}
        />
      )}
    </>
  )
}

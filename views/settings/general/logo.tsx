/** The project's logo, with upload and removal. */
import { setProjectLogo, removeProjectLogo } from '../../../contract/settings/general.ts'
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useProjectChanged, useApplication } from '../../application/context.tsx'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { KeyTile } from '../../ui/marks/key-tile.tsx'
import styles from './general.module.css'

export function Logo() {
  const { send } = useApplication()
  const { key, name, logoUrl } = useProject()
  const changed = useProjectChanged()
  return (
    <div className={styles.logo}>
      <KeyTile projectKey={key} logoUrl={logoUrl} size="lg" />
      <PictureButtons
        noun="logo"
        isThere={logoUrl !== null}
        words={{
          upload: 'Upload',
          change: 'Change',
          wrongType: TEXTS.logoType,
          saved: TEXTS.logoUpdated,
          removed: TEXTS.logoDeleted,
          askToRemove: `Remove the logo of ${name}?`,
        }}
        without={`The project is shown by its key, ${key}, until it has another one.`}
        save={async (image) => changed(await send(setProjectLogo, { params: { projectKey: key }, body: { image } }))}
        remove={async () => changed(await send(removeProjectLogo, { params: { projectKey: key } }))}
      />
    </div>
  )
}

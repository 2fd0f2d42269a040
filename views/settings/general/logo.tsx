/** The project's logo, with upload and removal. */
import { TEXTS } from '../../../contract/texts.ts'
import { useProject, useProjectChanged } from '../../boot/context.tsx'
import { PictureButtons } from '../../shared/picture/picture-buttons.tsx'
import { KeyTile } from '../../ui/key-tile.tsx'
import styles from './general.module.css'
import { useSettings } from '../use-settings.ts'

export function Logo() {
  const settings = useSettings()
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
        save={async (image) => changed(await settings.general.setLogo(key, image))}
        remove={async () => changed(await settings.general.removeLogo(key))}
      />
    </div>
  )
}

import theme from 'vitepress/theme-without-fonts'
import '../../../node_modules/@fontsource-variable/inter/wght.css'
import './colors.css'

export default theme

import '../../components/styles.ts'
import './frame.css'

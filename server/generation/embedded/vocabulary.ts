import { bodilyCondition, condition, operation } from '../reading/conditions.ts'
import { dose, medicine } from '../reading/medicines.ts'
import { symptoms } from '../reading/symptoms.ts'

/** A subject of clinical notes, with the words for it. All patterns match lower-case text. */
export interface Concept {
  id: string
  /** Names of fields and of options about the subject. */
  name: RegExp
  /** Words of questions and statements about the subject. */
  words: RegExp
  /** Whose statements and answers can be extracts (see `fits`). Answers are never used for `provider`. */
  by: 'patient' | 'provider' | 'anyone'
  /** A statement must contain one of these words near a match of `words`. Undefined: no further words are needed. */
  also: RegExp | undefined
  /**
   * For a concept with `by: 'patient'`: a provider's statement with these words is used too, for example "You have a
   * history of …".
   */
  told: RegExp | undefined
  /** Words of questions about the subject. Mostly the same as `words`. */
  asked: RegExp
  /** True if statements about other people than the patient can be used too. */
  others: boolean
  /**
   * True if a wrong value could harm the patient. A value is then filled only from a direct question about exactly this
   * concept.
   */
  delicate: boolean
}

const kin =
  'mother|father|mom|mum|dad|parents?|brothers?|sisters?|siblings?|sons?|daughters?|children|grand(?:mother|father|ma|pa|parents)|uncles?|aunts?|cousins?|family|relatives?'
const bodyParts =
  'heart|lungs?|chest|abdomen|belly|skin|neck|throat|ears?|eyes?|nose|back|spine|knees?|hips?|ankles?|feet|foot|legs?|arms?|elbows?|wrists?|hands?|fingers?|shoulders?|joints?|muscles?|pupils|thyroid|lymph nodes?'
const tests =
  'x-?rays?|mri|ct(?: scans?)?|ultrasounds?|echocardiograms?|ekgs?|ecgs?|blood ?(?:work|tests?|count|cultures?)|labs?|lab ?work|biops(?:y|ies)|panels?|urinalysis|urine (?:test|culture|sample)|a1c|colonoscopy|endoscopy|stress test|mammograms?|screenings?|cultures?|imaging|scans?'
const illness = condition.source

/**
 * One concept per line. Its columns are separated by ` :: ` and stand for these properties of `Concept`, in this order:
 * `id`, `name`, `words`, `by`, `also`, `told`, `asked`. Columns at the end may be absent. `!` after the id sets
 * `delicate`, and `+` sets `others`. If several concepts match the same words of a field's name, the first line is
 * used.
 */
const table = String.raw`
suicide! :: suicid\w*(?: (?:ideation|thoughts|risk))?|self[- ]?harm(?:ing)?|thoughts of (?:death|dying) :: suicid\w*|kill(?:ing)? (?:my|your)self|end(?:ing)? (?:my|your) (?:own )?life|(?:hurt|harm|cut)(?:ting|ing)? (?:my|your)self|(?:want(?:ed|ing)? to|rather) (?:die|be dead)|wish\w* (?:that )?(?:i|you) (?:was|were) dead|better off dead|if i (?:was|were) dead|not (?:want\w* to )?(?:be alive|live any ?more)|overdos\w+ :: patient
violence! :: homicid\w*(?: ideation)?|(?:thoughts of )?(?:harm|hurt)(?:ing)? (?:others|the baby|other people)|violen\w+ :: homicid\w*|(?:hurt|harm|kill)(?:ing)? (?:anyone|anybody|someone|somebody|others|other people|the baby)(?: else)?|violent :: patient
firearms!+ :: (?:access to )?(?:firearms?|guns?|weapons?|lethal means)|means :: guns?|firearms?|weapons?|rifles?|pistols?|shotguns? :: patient
abuse! :: (?:history of )?(?:trauma|abuse|neglect|domestic violence)(?: (?:details|or abuse))? :: (?:physically |sexually |emotionally )?abus(?:e|ed|ive)|trauma\w*|assaulted|neglect\w*|(?:hits?|beats?|hurts?|threatens?|choked) me :: patient
safe_home! :: safe(?:ty)? (?:at|in the) home|feels safe :: (?:feel )?safe (?:at home|where you (?:are|live)|in your (?:home|relationship)) :: patient
psychosis! :: hallucinations?|psychosis|psychotic symptoms|delusions? :: hallucinat\w*|hear(?:ing)? voices|voices|see(?:ing)? things(?: that)?|paranoi\w+ :: patient
risk! :: risks?(?: assessment)?|safety(?: assessment| summary| concerns)? :: suicid\w*|kill(?:ing)? (?:my|your)self|(?:hurt|harm)(?:ing)? (?:(?:my|your)self|anyone|others|someone)|want(?:ed|ing)? to die|guns?|firearms? :: patient
safety_plan!+ :: safety plan\w*|crisis plan|warning signs? :: warning signs?|crisis line|nine eight eight|988|call (?:911|nine one one)|emergency room|safety plan :: anyone
allergies! :: (?:drug |medication |food )?allerg(?:y|ies)(?: and reactions?)? :: allerg(?:y(?! (?:and \w+ )?(?:clinic|doctor|specialist|department|office|nurse|center|unit|test\w*))|ies|ic)(?: (?:to (?:any )?)?(?:medications?|medicines?|drugs?|foods?|antibiotics?))?|(?:bad )?reactions? to|anaphyla\w+|hay fever|hives :: patient :: i|i'm|i've|my|me|no ::  :: allerg(?:y|ies|ic)|(?:bad )?reactions? to|anaphyla\w+|hay fever
side_effects :: (?:medication )?(?:side effects?|adverse (?:effects?|reactions?)) :: side effects? :: patient
adherence :: (?:medication )?(?:adherence|compliance)|missed doses? :: miss(?:ed|ing)? (?:\w+ ){0,2}(?:doses?|pills?|days?|medications?)|(?:doses?|pills?) (?:\w+ )?missed|(?:skip\w*|forg[eo]t\w*) (?:to take|(?:\w+ ){0,3}(?:doses?|pills?|medications?|medicines?))|as prescribed|taking (?:your|my|the|all your) (?:medications?|medicines?|meds|pills)(?: (?:every|each) (?:day|night|morning))? :: patient
prescribed! :: medications? (?:changes?|plan|adjustments?|management|prescribed.*)|prescriptions?(?: (?:given|written))?|(?:changes?|adjustments?) (?:to|in) medications? :: MEDICINE|DOSE|doses?|medications?|medicines?|prescriptions? :: provider :: (?:start|stop|continue|increase|decrease|raise|lower|reduce|taper|refill|prescribe|switch|add|change|keep|put|give|write|call in|send in)(?:e?s|ing)?
medications! :: (?:current |home )?(?:medications?|medicines?|meds|drug list)(?: list)?(?: and (?:doses?|dosages?))? :: MEDICINE|DOSE|medications?|medicines?|meds|prescri(?:bed?|ptions?)|pills?|supplements? :: patient :: MEDICINE|DOSE :: (?:you|she|he)(?:'re| are|'s| is) (?:\w+ )?(?:taking|on)|(?:have|had|put|got) (?:you|her|him) on
family_history+ :: (?:family|hereditary)(?: \w+){0,2}? (?:history|illness\w*)|fhx?|family|relatives :: family (?:medical |health )?history|(?:KIN) (?:\w+ ){0,4}(?:ILLNESS|died|passed|healthy)|(?:ILLNESS)(?: \w+){0,4} (?:in|on) (?:my|your|the|her|his) (?:\w+ ){0,2}(?:family|side)|run(?:s|ning)? in (?:my|your|the) family|in (?:your|the|my) family (?:\w+ )?(?:have|has|had|with)|(?:medical|health|genetic|hereditary|mental|illness\w*|traits?) .{0,30}in (?:your|the) family|any ?(?:one|body)(?: else)? in (?:your|the) family :: patient
operations :: (?:past |prior )?(?:surgical|operative)(?: history| procedures)?|surger(?:y|ies)|operations?|psh :: OPERATION|surger(?:y|ies)|surgical|operations? :: patient :: had|removed|taken out|took|replaced|done|underwent|operated|years?|since|in (?:19|20)\d\d|never|no :: history|(?:you|she|he) (?:had|underwent|were|have had|'ve had)|status post
hospital :: (?:ever |past |prior )*(?:psychiatric )?hospitali[sz]\w*(?: for mental health)?|inpatient|hospital (?:stays?|course) :: hospitali[sz]\w+|inpatient|psych(?:iatric)? ward|detox|admitted to|(?:been|stayed?|go|went) (?:in|to) (?:the|a) (?:\w+ )?hospital :: patient
past_treatment :: (?:past|prior|previous) (?:\w+ )?(?:treatment|therapy|counseling|psychiatric history)|(?:treatment|psychiatric|mental health) history :: counsel(?:or|ing|ling)|therap(?:y|ist)|psychiatrist|psychologist|rehab|treatment(?: program)?|twelve[- ]step :: patient
immunizations :: immuni[sz]ations?|vaccin\w+ :: immuni[sz]\w+|vaccin\w+|shots? up to date|(?:flu|tetanus|covid|pneumonia) shots? :: anyone
gynecology :: gyn(?:a?ecolog\w+)?(?: history)?|obstetric\w*(?: history)?|menstrua\w+|pregnan\w+|ob(?:/| )gyn(?: history)? :: pregnan\w+|(?:menstrual )?periods?(?! of)|menstrua\w+|menopaus\w+|pap smears?|miscarriages?|birth control|contracepti\w+|c-sections?|gave birth|deliver(?:y|ies|ed) :: patient
conditions :: (?:past |other |relevant )?medical (?:history|conditions?|problems?|issues?)|pmh|past history|comorbidit\w+|chronic (?:conditions?|illness\w*|diseases?)|health (?:conditions?|problems?)|other history :: BODILY|(?:history of|diagnosed with|suffer from) (?:\w+ ){0,2}(?:ILLNESS)|medical (?:history|conditions?|problems?|issues?)|health (?:conditions?|problems?|issues?)|chronic (?:conditions?|illness\w*) :: patient :: ILLNESS :: history of|medical history|past medical|diagnosed with|(?:i (?:see|have|know)|says|looks like) (?:here )?(?:that )?you(?:'ve| have| had) :: (?:medical|health|chronic) (?:history|conditions?|problems?|issues?|illness\w*)|history of (?:\w+ ){0,3}(?:ILLNESS)|diagnosed|(?:do you have|have you (?:ever )?had|any|about|with|terms of) (?:any |your |a |history of |new )*(?:\w+ ){0,2}(?:BODILY)
alcohol :: (?:drinks? )?alcohol(?: use| intake| consumption)?(?: at present)?|drink(?:s|ing) :: alcohol|(?<!the )drink(?:s|ing)?(?! (?:\w+ )?(?:coffee|water|juice|milk|tea|soda|enough|plenty|fluids))(?: any)?(?: alcohol)?|drank|drunk|beers?|wine|liquor|vodka|whisk(?:y|ey)|sober|sobriety :: patient
tobacco :: tobacco(?: use)?|smok(?:es?|ing)(?: (?:status|history))?|nicotine(?: use)?|cigarettes?|vap(?:es?|ing) :: smok(?:e|es|ed|ing|er)(?! (?:from|alarm|detector))(?: (?:cigarettes|tobacco))?|cigarettes?|tobacco|nicotine|vap(?:e|es|ed|ing)|packs? (?:a|per) day|quit smoking :: patient
cannabis :: (?:cannabis|marijuana)(?: (?:use|abuse))? :: CANNABIS :: patient
opioids :: (?:opi(?:oid|ate)s?|heroin)(?: (?:use|abuse))? :: OPIOIDS :: patient
stimulants :: (?:stimulants?|cocaine|meth(?:amphetamines?)?)(?: (?:use|abuse))? :: STIMULANTS :: patient
drugs :: (?:illicit |recreational |other |street )*(?:drugs?|substances?)(?: (?:use|abuse))? :: (?:illicit |recreational |street |illegal |use (?:any )?)(?:other )?drugs|CANNABIS|OPIOIDS|STIMULANTS :: patient
caffeine :: caffeine(?: intake)?|coffee :: caffeine|coffee|energy drinks? :: patient
relationship :: relationships?(?: status)?|marital status|partner(?: status)? :: married|divorced|widow(?:ed|er)?|separated from|single (?:mom|dad|parent)|(?:my|your) (?:husband|wife|spouse|partner|boyfriend|girlfriend|fianc\wee?) and i|relationship status|i'?m (?:single|dating|engaged) :: patient
living :: living (?:situation|arrangements?)|housing|household|residence|lives with|home (?:situation|environment) :: live (?:with|alone|in|by)|lives with (?:me|us)|living (?:with|alone|situation|arrangements?)|who(?:'s| is| else)? (?:\w+ )?liv(?:es|ing)|where (?:do|are) you liv\w+|house or an? apartment|apartment|homeless|roommates? :: patient
work :: work(?: or school)?|job|employment(?: status)?|occupation(?:al history)?|school|education(?: level)?|vocation :: (?:do|did) (?:you )?(?:\w+ )?for (?:a living|work)|occupation|employ(?:ed|ment)|unemployed|retired|i work (?:as|at|for|in|from|full|part)|where do you work|kind of work|my job (?:is|was|has)|(?:lost|quit|left|started) (?:my|a|the) (?:new )?job|your job|i'?m an? (?:\w+ )?(?:teacher|nurse|student|engineer|driver|accountant|manager|cook|carpenter|mechanic|lawyer|clerk|cashier|farmer|electrician|plumber)|(?:high|middle) school|college|grade (?:are|is) :: patient
support+ :: (?:social )?supports?(?: systems?| network)? :: support(?:s|ive|ed|ing)? (?:me|you|system|group|network)|(?:is|are|been|being) (?:\w+ )?supportive|helps? me (?:out|with|get)|(?:people|someone) (?:you|i) can (?:call|talk|turn|lean)|lean on|talk(?:ing)? (?:to|with) my (?:KIN|friends?|sponsor|husband|wife|partner)|who helps :: patient
legal :: legal(?: (?:history|issues?|problems?|status))?|probation|court :: arrest(?:ed)?|court|probation|lawyer|dui|legal (?:trouble|problems?|issues?)|police :: patient
exercise :: exercise(?: habits)?|physical activity :: exercis(?:e|es|ed|ing)|work(?:ing)? out|gym|jog(?:ging)? :: patient
diet :: diet|nutrition|eating habits :: diet|nutrition|eating (?:habits|healthy|well|better)|salt|junk food :: patient
social :: social(?: history)?|psychosocial(?: history)? :: alcohol|drink(?:ing)? (?:alcohol|wine|beer)|smok(?:e|ed|er|ing)|cigarettes?|tobacco|marijuana|(?:illicit|recreational) drugs|married|divorced|live (?:with|alone)|for a living|retired|employed|occupation :: patient
stressors+ :: (?:\w+ )?(?:stress(?:ors?)?|triggers?|precipitants?) :: stress(?:ed|ful|or|ors|ing)?|overwhelm(?:ed|ing)|trigger(?:s|ed)?|deadlines?|argu(?:e|ed|ing|ments?)|bills|money (?:problems|is tight)|laid off|lost my job :: patient
poor_sleep :: poor sleep|insomnia|sleep (?:disturbance|problems?|difficult\w+)|difficulty sleeping :: insomnia|(?:can'?t|cannot|couldn'?t|not|trouble|difficulty|problems?|hardly|barely|don'?t|didn'?t) (?:\w+ )?(?:sleep(?:ing)?|fall(?:ing)? asleep|stay(?:ing)? asleep)(?: well)?|sle(?:ep|ept|eping) (?:\w+ )?(?:badly|poorly|terribl\w+|awful\w*) :: patient
sleep :: (?:hours of )?sleep(?:ing)?(?: (?:hours|quality|pattern|duration))?(?: per night)? :: sleep(?:s|ing)?|slept|asleep|insomnia|naps?|nightmares? :: patient
appetite :: appetite|eating :: appetite|hungry|eat(?:ing)? (?:less|more|much|a lot|enough|well|normally)|skip(?:ping)? (?:meals|lunch|breakfast|dinner) :: patient
fatigue :: fatigue|low energy|tired(?:ness)? :: fatigued?|tired(?! of)(?:ness)?|exhaust(?:ed|ion)|(?:no|low|lack of) energy|worn out :: patient
energy :: energy(?: level)? :: energy|fatigued?|tired(?:ness)?|exhausted|worn out :: patient
panic :: panic(?: attacks?)? :: panic(?: attacks?)? :: patient
worry :: worr(?:y|ies|ying) :: worr(?:y|ies|ied|ying) :: patient
anxiety :: anxi(?:ety|ous) :: anxi(?:ety|ous) :: patient
irritability :: irritab\w+|anger :: irritab(?:le|ility)|short fuse|snapp(?:ed|ing) at|angry :: patient
concentration :: (?:poor )?(?:concentration|focus|attention) :: concentrat(?:e|ion|ing)|(?:can'?t|hard to|trouble) focus(?:ing)?|attention :: patient
guilt :: guilt\w* :: guilty? :: patient
depressed :: depress(?:ed(?: mood)?|ion) :: depress(?:ed|ion)|hopeless :: patient
mood :: mood(?: rating)? :: mood|depress(?:ed|ion)|hopeless :: patient
coping :: coping(?: skills?)?(?: used)? :: cop(?:e|es|ed|ing)|breathing (?:exercises?|techniques?)|grounding|what helps|helps? me (?:calm|relax|cope)|meditat\w+|journal(?:ing)? :: patient
goals :: (?:treatment )?goals?(?: for (?:treatment|therapy))? :: goals?|what (?:would|do) you (?:like|want|hope)|hop(?:e|ing) (?:to|for) :: patient
interventions :: interventions?(?: used)? :: (?:today )?we (?:practiced|worked on|reviewed|discussed|talked about|went over|did)|i (?:taught|showed) you :: provider
homework :: homework|between[- ]session\w* :: homework|(?:please|i'?d like you to|i want you to|try to) (?:\w+ )?(?:write|practice|keep a|journal|read|track)|write (?:one|a|in|down) .*(?:every|each) :: provider
follow_up :: follow[- ]?up(?: \w+)?|return (?:date|visit|precautions)|disposition|next (?:visit|appointment|session) :: follow[- ]?up (?:in|with (?:me|us|dr|your|the)|here|appointments?|visit)|see you (?:again )?(?:in|on|next|back)|(?:come|be) back (?:in|on|to see|for|here|and see)|next (?:appointment|visit|session)|return (?:in|to the (?:clinic|office|er|emergency room))|meet again|(?:call|come back|let me know|go to the emergency room) if|if (?:it|things|you|your)\b.{0,80} (?:gets? worse|call (?:me|us|the)|come back) :: provider
orders :: (?:labs?|tests?|imaging|diagnostics?|referrals?)(?: (?:and|or) (?:referrals?|tests|labs|imaging))? (?:ordered|requested|planned)|orders?|referrals? :: TESTS|referr?(?:al|ed|ing)?|orders? :: provider :: order(?:ing)?|schedule|refer(?:ring|ral)?|(?:send|get) you|going to (?:get|do|check|draw)|we(?:'ll| will) (?:get|do|check|draw|repeat)|would like (?:you )?to (?:get|have)|i want (?:you )?to (?:get|have)|i want an?|i(?:'d| would) like an?
results :: (?:test|lab\w*|imaging|diagnostic|study|x-?ray|radiology)(?: (?:results?|findings|data|studies))?|labs?|results?|imaging :: TESTS|results? :: provider :: results? (?:show|are|look|came)|(?<!what the \w{1,15} )show(?:s|ed|ing)|normal|abnormal|negative|positive|elevated|came back|looks? (?:good|normal|fine|great|like)|within|unremarkable|reveal(?:s|ed)
blood_pressure :: blood pressure|bp :: (?<!high )blood pressure(?! (?:cuff|medic\w+|pills?|regimen))|(?:\d{2,3}|NUMBER(?:-\w+)?) over (?:\d{2,3}|NUMBER) :: anyone :: over (?:\w+ )?(?:\d+|NUMBER)|\d+ ?/ ?\d+
vitals :: vital signs?|vitals :: blood pressure|heart rate|pulse|temperature|respirat\w+ rate|oxygen|saturation|vital signs?|vitals :: provider
last_exam :: (?:last )?(?:physical exam|check-?up|physical) :: last (?:physical|check-?up)|physical exam|my (?:last )?physical :: patient
exam :: (?:physical |clinical |mental status )?exam(?:ination)?s?(?: findings)?|objective|observations?|findings|mse|mental status :: on (?:your |the |physical |my )?(?:\w+ ){0,3}exam(?:ination)?|i (?:can |do |don't |do not |also |still )*(?:hear|feel (?!like)|appreciate|palpate)|(?:your|the) (?:\w+ )?(?:BODY) (?:is|are|sounds?|looks?|feels?)|tender(?:ness)?|range of motion|reflexes|lungs? .{0,20}clear|blood pressure (?:\w+ ){0,3}(?:is|was|looks?|of)|vital signs|you (?:look|seem|appear)|affect|eye contact|capillary refill :: provider :: tender(?:ness)?|swell(?:ing|en)|swollen|range of motion|murmur|clear|wheez\w+|crackles|redness|bruising|edema|reflexes|strength|sensation|regular|normal|blood pressure|temperature|heart rate|affect|eye contact|speech|tearful|tired|brighter|calm(?:er)?|anxious
diagnosis :: (?:\w+ )?(?:assessment|diagnos[ei]s|impression|formulation)(?: and plan)? :: ILLNESS|\w+itis|fractures?|sprain|strain|infection|disorder|syndrome|disease|virus|flu|episode|contusion|cancer|stone :: provider :: i (?:do )?(?:think|believe|suspect)|(?:looks|sounds|seems) (?:like|to be)|consistent with|diagnos\w+|you (?:may|might|probably|likely) have|(?:most )?likely|(?:my|the) (?:assessment|impression)(?= is| would| here)|suggest(?:s|ive)|meet criteria|you(?:'ve| do)? have (?!this|a history|any|had)(?:got )?(?:an? |some |the )?(?:\w+ ){0,3}(?:ILLNESS|\w+itis|fracture|sprain|strain|infection|disorder|syndrome|disease|tear)
plan :: (?:treatment |care )?plan|recommendations?|next steps?|disposition and plan :: MEDICINE|DOSE|TESTS|follow[- ]?up|see you (?:again )?(?:in|on|next)|come back|medications?|dose|therapy|refer\w*|diet|exercis\w+|ice|(?<!the )rest(?! of)|surgery|brace|splint|physical therapy|journal|homework|schedule|specialist|appointment|antibiotics?|cream|call (?:me|us|the office|my office) :: provider :: we(?:'ll| will| are going to|'re going to)|i(?:'ll| will| am going to|'m going to|'d like| would like| want| recommend)|let'?s (?:start|stop|continue|keep|try|increase|decrease|schedule|get|do|plan|meet|refer|order|add|switch|go ahead)|please|continue|you(?:'ll| will) need|you (?:should|need to|can take)|start(?:ing)?|increase|decrease
education_given :: (?:patient )?education(?: provided)?|counseling provided :: important to|make sure (?:you|to)|avoid :: provider
ed_course :: (?:ed|er|emergency(?: department| room)?) course|procedures?(?: performed)? :: emergency (?:room|department)|procedure|(?:gave|given) you|performed :: anyone
progress :: progress(?: since .*)?|(?:improvement|changes?) since .* :: progress|(?:better|worse|improv(?:ed|ing)|the same|unchanged) (?:\w+ ){0,3}?(?:than|since|compared)(?: to| with)? (?:last|the last|we|i (?:saw|was)|our|in) :: patient ::  ::  :: how (?:have you been|are you (?:doing|feeling)|(?:has|have) (?:things|it|everything)|do you feel)|compared (?:to|with)|since (?:we|our|the|your) last
onset :: onset(?: and duration)?|duration|when .*(?:began|started) :: how long (?:has|have|had|is|was) (?:this|it|that|these|they|the|you (?:had|been (?:having|feeling|experiencing|dealing|sick|ill|hurting|in pain))|your)|when did (?:this|it|that|they|the|these|your|you first|you start (?:having|feeling|noticing))|since when|(?:it|this|that|they|pain|symptoms?|cough|headaches?|problem)(?:'s| has| have|'ve)?(?: \w+)? (?:started|began|begun|been going on|happened)|noticed (?:it|this|that) :: patient :: ago|since|yesterday|last (?:night|week|month|year)|(?:days?|weeks?|months?|years?)
complaint :: (?:chief |presenting )?(?:complaints?|concerns?|problems?)|cc|reason (?:for|of) .*|presenting .*|reason :: what (?:brings|brought|can i (?:do|help)|seems to be|'?s going on|is going on|happened)|how can i help|how (?:have you been)|how (?:has|have) (?:the|this|things|it|your) .*(?:week|month|been)|tell me (?:how you have been|what|why|about (?:what|why))|reason for your|why did you come|(?:presents?|presenting) (?:today )?(?:with|for|because|to)|(?:came|come|comes|coming|here)(?: (?:in|today|to see (?:me|us|you)|to the clinic))* (?:for|because|to (?:be seen|get|have)|about)|SYMPTOM :: patient ::  :: (?:presents?|presenting) (?:today )?(?:with|for|because|to)|(?:came|come|comes|coming|here)(?: (?:in|today|to see (?:me|us|you)|to the clinic))* (?:for|because|to (?:be seen|get|have)|about)|referred|reason for :: what (?:brings|brought|can i (?:do|help)|seems to be|'?s going on|is going on|happened)|how can i help|how (?:have you been)|how (?:has|have) (?:the|this|things|it|your) .*(?:week|month|been)|tell me (?:how you have been|what|why|about (?:what|why))|reason for your|why did you come|(?:presents?|presenting) (?:today )?(?:with|for|because|to)|(?:came|come|comes|coming|here)(?: (?:in|today|to see (?:me|us|you)|to the clinic))* (?:for|because|to (?:be seen|get|have)|about)
story :: subjective|data|history of (?:the )?present(?:ing)? illness|hpi|(?:interval |clinical )?history|interval .*|(?:session |visit |clinical |brief )?(?:summary|narrative)|what was (?:discussed|said)|since (?:the )?last (?:visit|session) :: SYMPTOM|ILLNESS|MEDICINE|pain\w*|hurts?|sleep\w*|anxi\w+|worr(?:y|ied)|mood|stress\w*|appetite|tired|better|worse :: patient
symptoms :: (?:review of (?:systems|symptoms)|ros|symptoms?)(?: reported)? :: SYMPTOM|anxi(?:ety|ous)|depress(?:ed|ion)|panic|worr(?:y|ied)|insomnia :: patient
pain :: pain(?: (?:score|level|rating|severity))? :: pain(?:ful)?|hurts?|hurting|aches?|aching|sore :: patient
heart_rate :: heart rate|pulse(?: rate)? :: heart rate|pulse(?: rate)?(?! ox) :: anyone
temperature :: temperature|temp :: temperature :: anyone
oxygen :: oxygen(?: saturation)?|spo2|o2 sat\w* :: oxygen(?: saturation)?|saturation|pulse ox|spo2 :: anyone
respiration :: respirat(?:ory|ion) rate|respirations? :: respirat(?:ory rate|ions?) :: anyone
weight :: (?:body )?weight :: weigh(?:t|s|ed|ing)?|pounds|lbs?|kilos? :: anyone
height :: height :: height|feet (?:tall)?|how tall|tall :: anyone
phq :: phq(?:-?9)?(?: score)? :: phq(?:[- ]?(?:9|nine))? :: anyone
gad :: gad(?:-?7)?(?: score)? :: gad(?:[- ]?(?:7|seven))? :: anyone
`

const global = new WeakMap<RegExp, RegExp>()
/** Returns the pattern with the flag `g`, which finds all matches in a text. Cached, because the patterns are long. */
export function everywhere(pattern: RegExp): RegExp {
  const known = global.get(pattern) ?? new RegExp(pattern.source, 'g')
  global.set(pattern, known)
  return known
}

const anySymptom = symptoms.map(({ phrases }) => phrases.source.replace(/^\\b/, '')).join('|')
const parts: Record<string, string> = {
  MEDICINE: medicine.source,
  DOSE: dose.source,
  ILLNESS: illness,
  BODILY: bodilyCondition.source,
  OPERATION: operation.source,
  SYMPTOM: anySymptom,
  CANNABIS: 'cannabis|marijuana|weed|edibles|thc',
  OPIOIDS: 'opi(?:oid|ate)s?|heroin',
  STIMULANTS: 'stimulants?|cocaine|meth(?:amphetamines?)?',
  KIN: `(?:my|your|her|his|on my|our) (?:\\w+ )?(?:${kin})`,
  TESTS: tests,
  BODY: bodyParts,
  NUMBER: '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)',
}
const filled = (pattern: string): string =>
  pattern.replace(/\b[A-Z]{3,}\b/g, (name) => (parts[name] === undefined ? name : `(?:${parts[name]})`))
const whole = (pattern: string): RegExp => new RegExp(`\\b(?:${filled(pattern)})\\b`)

const read = (line: string): Concept => {
  const [id = '', name = '', words = '', by = 'patient', also = '', told = '', asked = ''] = line.split(' :: ')
  return {
    id: id.replace(/[!+]{1,2}$/, ''),
    name: new RegExp(`(?<![\\w-])(?:${name})(?![\\w-])`),
    words: whole(words),
    by: by as Concept['by'],
    also: also === '' ? undefined : whole(also),
    told: told === '' ? undefined : whole(told),
    asked: whole(asked === '' ? words : asked),
    others: id.includes('+'),
    delicate: id.includes('!'),
  }
}

/** One concept for each physical symptom. */
export const symptomConcepts: readonly Concept[] = symptoms.map(({ id, phrases, asked }) => ({
  id,
  name: new RegExp(`${phrases.source}|\\b${id.replaceAll('_', ' ')}\\b`),
  words: phrases,
  asked: asked === undefined ? phrases : new RegExp(`${phrases.source}|${asked.source}`),
  by: 'patient',
  also: undefined,
  told: undefined,
  others: false,
  delicate: false,
}))

const rows = table.trim().split('\n').map(read)
const beforeSymptoms = rows.findIndex(({ id }) => id === 'poor_sleep')

/** The concepts of clinical notes. If a part of a field's name matches several concepts, the first of them is used. */
export const concepts: readonly Concept[] = [
  ...rows.slice(0, beforeSymptoms),
  ...symptomConcepts,
  ...rows.slice(beforeSymptoms),
]

// Package rating learns from solve times how hard a puzzle is and how able a
// player. It is arithmetic alone: no puzzle, player, clock or database.
//
// # The model
//
// A puzzle has a difficulty b in ln of seconds: what a player of ability 0 needs
// in half of all attempts. A player has in each game an ability a in the same
// unit: they need e^-a times as long. The chance of having solved by t is
//
//	F(t) = 1 / (1 + exp(-z)),  z = (ln t - (b - a)) / s
//
// so that solve times have the log-logistic distribution of survival analysis (S.
// Bennett, Log-Logistic Regression Models for Survival Data, Applied Statistics
// 32, 1983), with its location where item response theory puts it: the
// difficulty of the item less the ability of the person (G. Rasch 1960). s is
// Spread.
//
// # The update
//
// An attempt that ended by a solution at t has the gradient g = 2F-1; one that
// ended at t without, by giving up, by a hint or because the time was up, has g = F.
// These are, but for the factor 1/s, the derivatives by b of the logarithm of the
// likelihood: of the density at t in the first case, of 1-F(t), censored, in the
// second. Then
//
//	b += K·g    a -= K·g    K = K0 / (1 + c·n)
//
// each with a K of its own after n attempts: Elo's rating (A. Elo, The Rating of
// Chessplayers, 1978) with a step that grows less with what is known, as R.
// Pelánek describes it for exercises (Applications of the Elo rating system in
// adaptive educational systems, Computers & Education 98, 2016).
//
// # Uncertainty
//
// One solved attempt carries the Fisher information 1/(3s²) about b - a. A value
// with variance v before the first attempt has, were the other side known, the
// variance P = 1/(1/v + n/(3s²)) after n, and a step of P/s is the one of Newton's
// method: that is K for K0 = v/s and c = v/(3s²). So K0 and c say both how fast is
// learnt and how sure it is: the deviation of a rating is √(K·s). As the other side
// is not known and not every attempt is solved, c is 0.7 of that.
//
// v is what the game says of its prediction (engine.Rating.Deviation), so that a
// puzzle whose time is well known moves little, and one whose time is a guess moves
// much; for players it is 1. That makes K0 = 1.82 and c = 0.77 for a player, and for
// a hand of 24 of 8 seconds K0 = 0.024 and c = 0.010, of 30 seconds 0.34 and 0.15.
// They were chosen from a grid by simulation; their effect is measured by
// TestLearningFromMeasuredHands.
//
// # Skills
//
// A person is not as quick at everything. Let w be how likely a solution needs a skill, and d
// how much longer, in ln of seconds, the person takes where it does. Their slowness c (less the
// ability) and their d of all skills are fitted together to their last attempts:
//
//	location = b + c + Σ w·d
//
// with the likelihood as above, solved or censored, and a normal prior around 0, so that what few
// attempts tell is shrunk. The fit is the most likely point; the curvature there gives deviations.
// An attempt counts half as much after 30 others, so that what a person learns is seen. A skill is
// weak if it costs 15 % of the time or more, 1.3 deviations or more, and is known from ten attempts.
//
// How long a person tries before they give up or take a hint is fitted in the same way, with
// the roles changed: there, what is solved is censored. The chance that they solve a puzzle
// within a minute is that of solving it then and not giving up before, with the deviations of all
// values added to Spread.
//
// # What a player is shown
//
// A mean predicted for a puzzle stands for its median: in this model the one is
// the other times a constant, which the abilities take up. An ability is shown
// from ShownFrom attempts on, with its deviation.
package rating

// Package rating learns from solve times how hard a puzzle is and how able a
// player. It is arithmetic alone and knows no puzzle, player, clock or database.
//
// # The model
//
// A puzzle has a difficulty b in ln of seconds: what a player of ability 0 needs
// in half of all attempts. A player has in each game an ability a in the same
// unit: they need e^-a times as long. The chance of having solved by t is
//
//	F(t) = 1 / (1 + exp(-z)),  z = (ln t - (b - a)) / s
//
// Solve times then have the log-logistic distribution of survival analysis (S.
// Bennett, Log-Logistic Regression Models for Survival Data, Applied Statistics
// 32, 1983). Its location is, as in item response theory, the difficulty of the
// item less the ability of the person (G. Rasch 1960). s is Spread.
//
// # The update
//
// An attempt that ended by a solution at t has the gradient g = 2F-1. One that
// ended at t without a solution, by giving up, by a hint or because the time was
// up, has g = F. These are, but for the factor 1/s, the derivatives by b of the
// logarithm of the likelihood: in the first case of the density at t, in the
// second, which is censored, of 1-F(t). Then
//
//	b += K·g    a -= K·g    K = K0 / (1 + c·n)
//
// where each has a K of its own, after n attempts. This is Elo's rating (A. Elo, The
// Rating of Chessplayers, 1978) with steps that become smaller as more is known, as
// R. Pelánek describes it for exercises (Applications of the Elo rating system in
// adaptive educational systems, Computers & Education 98, 2016).
//
// # Uncertainty
//
// K0 and c follow from how sure a value is. Before the first attempt it has a variance v. A solved attempt
// carries the Fisher information 1/(3s²) about b - a. If the other value were known, then after n solved
// attempts
//
//	P = 1 / (1/v + n/(3s²))    would be the variance of the value
//	K = P/s                    would be the step of Newton's method
//
// That is K = K0 / (1 + c·n) with K0 = v/s and c = v/(3s²). But the other value is not known, and not every
// attempt is solved. So c is 0.7 of that. The deviation of a rating is √P = √(K·s).
//
// For a player v is 1, which makes K0 = 1.82 and c = 0.77. For a puzzle the game says how far its predicted
// time may be off: v is the square of engine.Rating.Deviation. So a puzzle whose time is well known moves
// little, and one whose time is a guess moves much. For a puzzle of the game 24 that takes 8 seconds,
// K0 = 0.024 and c = 0.010; for one that takes 30 seconds, 0.34 and 0.15. The factor 0.7 and the variances
// were chosen from a grid by simulation. TestLearningFromMeasuredHands measures their effect.
//
// # Skills
//
// A person is not equally quick at everything. Let w be how likely a solution needs a skill, and
// d how much longer, in ln of seconds, the person takes where it does. Their slowness c = -a and
// the d of all skills are fitted together to their last attempts:
//
//	location = b + c + Σ w·d
//
// The likelihood is the one above, solved or censored, with a normal prior around 0, so that a few
// attempts change little. The fit is the most likely point, and the curvature there gives the
// deviations. An attempt counts half as much after 30 others, so that what a person learns is
// seen. A skill is weak if it costs 15 % of the time or more, is 1.3 deviations or more above 0,
// and is known from ten attempts.
//
// How long a person tries before they give up or take a hint is fitted in the same way, with
// the roles exchanged: an attempt that was solved is censored. The chance that they solve a puzzle
// within a minute is that of solving it by then without having given up, with the deviations of
// all values added to Spread.
//
// # What a player is shown
//
// The mean that a game predicts for a puzzle is used as its median: in this model
// one is the other times a constant, which the abilities absorb. An ability is
// shown from ShownFrom attempts on, with its deviation.
//
// # Duels
//
// A Duelist is rated by the puzzles that two people win from each other, not by times: see AfterDuel. That rating has
// nothing to do with the abilities above.
package rating
